import { expect, test } from "vitest";
import { freshProfile } from "./browser.ts";
import { fillSignIn, openRoom } from "./people.ts";
import { startStage } from "./stage.ts";
import { awaitWorker, everythingStored } from "./worker-page.ts";

const { product, browser } = await startStage();

test("[REP-1] without a DSN pages load and send nothing for reports, and workers store nothing", async () => {
  const profile = await freshProfile(browser, { serviceWorkers: "allow" });
  const asked: string[] = [];
  profile.on("request", (request) => asked.push(request.url()));
  const page = await profile.newPage();
  const answer = await page.goto(`${product.address}/login`);
  const policy = (await answer?.headerValue("content-security-policy")) ?? "";
  expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toMatch(/^'self'(?: wss?:\/\/[\w.]+:\d+)*$/);
  await fillSignIn(page, "ana", "demo");
  await openRoom(page, 10_001);
  await page.evaluate(() => void Promise.reject(new Error("of nobody")));
  await awaitWorker(page);
  const { caches } = await everythingStored(page);
  expect(Object.values(caches).flat().length).toBeGreaterThan(20);
  expect(
    [...asked, ...Object.values(caches).flat()].filter((url) => /report-errors|envelope|sentry/.test(url)),
  ).toEqual([]);
  expect(asked.filter((url) => !url.startsWith(product.address) && !/^(?:ws|blob|data):/.test(url))).toEqual([]);
  await profile.close();
});
