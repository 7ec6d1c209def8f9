import { afterAll, beforeAll, expect, test } from "vitest";
import { type DeployedApp, startDeployedApp } from "./deployed-app.ts";
import { freshProfile } from "./browser.ts";
import { startBoth, type Stage } from "./stage.ts";
import { awaitWorker, everythingStored } from "./worker-page.ts";

let stage: Stage;
let app: DeployedApp;

beforeAll(async () => {
  const started = await startDeployedApp();
  app = started;
  stage = await startBoth({ ALLOWED_ORIGINS: started.address });
  started.leadTo(stage.product.address);
});
afterAll(async () => {
  await stage.browser.close();
  await app.close();
  await stage.product.stop();
});

test("[SW-1] the document comes from the server while it responds, whatever the worker has stored", async () => {
  app.deployNext();
  const profile = await freshProfile(stage.browser, { serviceWorkers: "allow" });
  const page = await profile.newPage();
  await page.goto(`${app.address}/login`);
  await page.getByLabel("Utilizator").waitFor();
  await awaitWorker(page);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const { caches } = await everythingStored(page);
  expect(Object.keys(caches)).toEqual([expect.stringMatching(/^cuplaj-1\.23-/)]);
  const paths = Object.values(caches).flat();
  expect(paths).toContain("/index.html");
  expect(paths.filter((path) => path.startsWith("/api"))).toEqual([]);
  await profile.close();
});

test("[SW-1j] a failed registration of the worker raises the specified alert", async () => {
  app.breakWorker();
  const profile = await freshProfile(stage.browser, { serviceWorkers: "allow" });
  const page = await profile.newPage();
  await page.goto(`${app.address}/login`);
  await page.getByRole("alert").getByText("Detalii").click();
  await page.getByText("registerSW error").waitFor();
  await profile.close();
});
