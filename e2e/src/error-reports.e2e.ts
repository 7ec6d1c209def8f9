import type { Locator } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { freshProfile } from "./browser.ts";
import { composer, fillSignIn, openRoom, roomRow } from "./people.ts";
import { startReportReceiver } from "./report-receiver.ts";
import { arrivedAt, errorOf, expectNothingPersonal, personal } from "./reported.ts";
import { startStage } from "./stage.ts";

const receiver = await startReportReceiver();
afterAll(receiver.close);
const { product, browser } = await startStage({ SENTRY_DSN: receiver.dsn, LOG_LEVEL: "silent" });

/** Opens a room while formatting any date throws an error with a personal text. */
const openWithBrokenDates = (row: Locator): Promise<void> =>
  row.evaluate((link: HTMLElement, message) => {
    const fail = (): never => {
      throw new RangeError(message);
    };
    Object.defineProperties(Intl.DateTimeFormat.prototype, { format: { get: fail }, formatToParts: { value: fail } });
    // Clicks within the page, before the list is rendered again and loses the row.
    link.click();
  }, personal);

test("[REP-1][REP-1b][REP-1f][REP-1g] a page that fails to render is reported by its route pattern without a name, and keeps typed text for the restart", async () => {
  const page = await (await freshProfile(browser)).newPage();
  await page.goto(`${product.address}/login`);
  const load = await arrivedAt(receiver, ({ event }) => event.contexts?.trace.op === "pageload");
  expect(load.event).toMatchObject({ transaction: "/login" });
  expect(load.event.tags).toEqual({ part: "page", language: "ro", browser: "Chromium" });
  await fillSignIn(page, "ana", "demo");
  await openRoom(page, 10_001);
  await composer(page).fill("Scris pe jumătate");
  await arrivedAt(
    receiver,
    ({ event }) => event.contexts?.trace.op === "navigation" && event.transaction === "/view/{chat}",
  );

  await openWithBrokenDates(roomRow(page, 10_002));
  await page.getByText("Eroare neprevazuta").first().waitFor();
  const { event } = await arrivedAt(receiver, errorOf("page", "RangeError"));
  expect(event.transaction).toBe("/view/{chat}");
  expect(event.tags).toEqual({ part: "page", language: "ro", kind: "customer", browser: "Chromium" });
  const frames = event.exception?.values.at(-1)?.stacktrace.frames ?? [];
  expect(frames.length).toBeGreaterThan(0);
  for (const { filename } of frames) expect(filename).toMatch(/^app:\/\/\/assets\/[\w-]+\.js$/);

  await page.getByRole("link", { name: "Reîncarcă pagina" }).first().click();
  await openRoom(page, 10_001);
  expect(await composer(page).inputValue()).toBe("Scris pe jumătate");
  expectNothingPersonal(receiver);
});
