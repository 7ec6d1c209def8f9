import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DeployedApp, startDeployedApp } from "./deployed-app.ts";
import { freshProfile } from "./browser.ts";
import { composer, openRoom, roomRow } from "./people.ts";
import { startBoth, type Stage } from "./stage.ts";
import { awaitWorker, everythingStored, signedInWithWorker } from "./worker-page.ts";

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

const firstScript = (page: Page): Promise<string> =>
  page.evaluate(() => new URL(document.querySelector<HTMLScriptElement>("script[src*=first]")?.src ?? "").pathname);

const statusOf = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (asked) => (await fetch(asked)).status, path);

test("[SW-1d][SW-1e][SW-1n] a newer build waits for what was begun and is started by the person alone, and pages of before keep their files", async () => {
  const ana = await signedInWithWorker(stage.browser, app.address, "ana");
  await openRoom(ana, 10_001);
  const first = await firstScript(ana);
  const other = await ana.context().newPage();
  await other.goto(`${app.address}/view/oferta.10001`);
  await composer(other).waitFor();
  await other.goto(`${app.address}/view/oferta.10002`);
  await composer(other).waitFor();
  await composer(ana).fill("Început și neterminat");

  app.deployNext();
  await ana.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  const note = ana.getByText(/^E gata o versiune nouă/);
  await note.waitFor();
  expect(await note.innerText()).toBe("E gata o versiune nouă. O poți porni după ce trimiți ce ai scris.");
  expect(await ana.getByRole("button", { name: "Pornește-o" }).count()).toBe(0);
  // The server has the file no longer, the old worker does.
  expect((await fetch(app.address + first)).status).toBe(404);
  expect(await statusOf(other, first)).toBe(200);
  const cached = async (): Promise<number> => Object.keys((await everythingStored(ana)).caches).length;
  // A page that begins with the stored build leaves the one that waits alone.
  await ana.context().setOffline(true);
  await other.reload();
  await composer(other).waitFor();
  expect(await firstScript(other)).toBe(first);
  await ana.context().setOffline(false);

  await composer(ana).fill("");
  await ana.getByRole("button", { name: "Pornește-o" }).click();
  await expect.poll(() => firstScript(ana).catch(() => first)).not.toBe(first);
  await composer(ana).waitFor();
  await expect.poll(() => note.count()).toBe(0);
  // The other page is of the build before and goes on, with the new worker.
  expect(await firstScript(other)).toBe(first);
  expect(await statusOf(other, first)).toBe(200);
  await roomRow(other, 10_001).click();
  await composer(other).waitFor();
  expect(await cached()).toBe(2);
  // The newer build opens without a network too.
  const pages = Object.values((await everythingStored(ana)).caches).map((paths) => paths.includes("/index.html"));
  expect(pages).toEqual([true, true]);
  await other.close();
  // At a start of a page; the closed one may still be on its way out at the first.
  const startAgain = async (): Promise<number> => {
    await ana.reload();
    await composer(ana).waitFor();
    return cached();
  };
  await expect.poll(startAgain, { interval: 1000 }).toBe(1);
  await ana.context().close();
});

test("[SW-1][SW-1a] the page itself is the server's as long as that answers, whatever the worker has stored", async () => {
  // The first test has deployed the newer build.
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

test("[SW-1j] a worker that cannot be registered raises the specification's alert", async () => {
  app.breakWorker();
  const profile = await freshProfile(stage.browser, { serviceWorkers: "allow" });
  const page = await profile.newPage();
  await page.goto(`${app.address}/login`);
  await page.getByText("registerSW error", { exact: true }).waitFor();
  await profile.close();
});
