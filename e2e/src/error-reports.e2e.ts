import { personalThingsIn } from "@cuplaj/protocol/testing/personal-things.ts";
import { strangeParts } from "@cuplaj/protocol/testing/report-shape.ts";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { freshProfile } from "./browser.ts";
import { composer, fillSignIn, openRoom, roomRow, signedIn } from "./people.ts";
import { inDatabase } from "./product-sql.ts";
import { type Arrived, startReportReceiver } from "./report-receiver.ts";
import { startStage } from "./stage.ts";
import { awaitWorker } from "./worker-page.ts";

const receiver = await startReportReceiver();
afterAll(receiver.close);
const { product, browser } = await startStage({ SENTRY_DSN: receiver.dsn, LOG_LEVEL: "silent" });

/** What nobody may read in any report. */
const personal = "Anamaria ana.pop@example.ro B123XYZ 0722123456";
const personalToo = /ana\b|demo|oferta|1000\d|Vasilescu/i;

/** The first report that is like this, once it has arrived. */
async function arrived(isLike: (report: Arrived) => boolean): Promise<Arrived> {
  await expect.poll(() => receiver.arrived.some(isLike)).toBe(true);
  const [found] = receiver.arrived.filter(isLike);
  if (!found) throw new Error("no such report");
  return found;
}

const errorOf =
  (part: string, type: string) =>
  ({ event }: Arrived): boolean =>
    event.tags["part"] === part && event.exception?.values.at(-1)?.type === type;

/** Has what our code formats fail from now on, with somebody's words. */
const breakDates = (page: Page): Promise<void> =>
  page.evaluate((message) => {
    const fail = (): never => {
      throw new RangeError(message);
    };
    Object.defineProperties(Intl.DateTimeFormat.prototype, { format: { get: fail }, formatToParts: { value: fail } });
  }, personal);

test("[REP-1][REP-1f][REP-1g] a page that cannot be drawn says so, is reported under its screen's pattern, and has what was typed when it starts again", async () => {
  const page = await (await freshProfile(browser)).newPage();
  await page.goto(`${product.address}/login`);
  const load = await arrived(({ event }) => event.contexts?.trace.op === "pageload");
  expect(load.event).toMatchObject({ transaction: "/login" });
  expect(load.event.tags).toEqual({ part: "page", language: "ro", browser: "Chromium" });
  await fillSignIn(page, "ana", "demo");
  await openRoom(page, 10_001);
  await composer(page).fill("Scris pe jumătate");
  await arrived(({ event }) => event.contexts?.trace.op === "navigation" && event.transaction === "/view/{chat}");

  await breakDates(page);
  await roomRow(page, 10_002).click();
  await page.getByText("Eroare neprevazuta").first().waitFor();
  const { event } = await arrived(errorOf("page", "RangeError"));
  expect(event.transaction).toBe("/view/{chat}");
  expect(event.tags).toEqual({ part: "page", language: "ro", kind: "customer", browser: "Chromium" });
  const frames = event.exception?.values.at(-1)?.stacktrace.frames ?? [];
  expect(frames.length).toBeGreaterThan(0);
  for (const { filename } of frames) expect(filename).toMatch(/^app:\/\/\/assets\/[\w-]+\.js$/);

  await page.getByRole("link", { name: "Reîncarcă pagina" }).first().click();
  await openRoom(page, 10_001);
  expect(await composer(page).inputValue()).toBe("Scris pe jumătate");
});

test("[REP-1][REP-1e] what a page fails with before it can report, and what nobody caught later, is reported", async () => {
  const page = await signedIn(browser, product, "radu");
  const fail = `addEventListener("DOMContentLoaded", () => { throw new SyntaxError(${JSON.stringify(personal)}); });`;
  await page.addInitScript(fail);
  await page.goto(product.address);
  await arrived(errorOf("page", "SyntaxError"));
  await page.evaluate((message) => void Promise.reject(new URIError(message)), personal);
  const { event } = await arrived(errorOf("page", "URIError"));
  expect(event.tags["kind"]).toBe("erp");
});

test("[REP-1][REP-1c] a call that failed unexpectedly is reported by its pattern and code, whichever level is logged", async () => {
  const page = await signedIn(browser, product, "mihai");
  const call = (): Promise<number> =>
    page.evaluate(async () => {
      const answer = await fetch("/api/v1/login", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ username: "ana", password: "demo" }),
      });
      return answer.status;
    });
  await inDatabase(product, (client) => client.query("alter table participants rename to participants_of_ana"));
  const status = await call();
  await inDatabase(product, (client) => client.query("alter table participants_of_ana rename to participants"));
  expect(status).toBe(500);
  const { event } = await arrived(({ event }) => event.transaction === "POST /api/v1/login");
  expect(event.tags).toEqual({ part: "server" });
  expect(event.exception?.values.at(-1)).toMatchObject({ type: "error", value: "42P01" });
  const files = event.exception?.values.at(-1)?.stacktrace.frames.map(({ filename }) => filename) ?? [];
  expect(files.some((file) => file.startsWith("app:///server/src/"))).toBe(true);
});

test("[REP-1] an error of the worker is reported", async () => {
  const page = await signedIn(browser, product, "vlad", { serviceWorkers: "allow" });
  await awaitWorker(page);
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate((message) => {
    void Promise.reject(new EvalError(message));
  }, personal);
  const { event } = await arrived(errorOf("worker", "EvalError"));
  expect(event.tags).toEqual({ part: "worker", browser: "Chromium" });
});

test("[REP-1b] nothing that arrived names anybody or holds a field that is not listed", () => {
  expect(receiver.arrived.length).toBeGreaterThan(5);
  for (const { bytes } of receiver.arrived) {
    const [head = "", ...body] = bytes.split("\n");
    expect(strangeParts(body.join("\n"))).toEqual([]);
    expect(personalThingsIn(bytes)).toEqual([]);
    expect(head).not.toMatch(/cookie|authorization|referer/i);
    expect(head.replaceAll(/127\.0\.0\.1:\d+/g, "")).not.toMatch(personalToo);
    expect(body.join("\n").replaceAll(/[0-9a-f]{16,32}|[\d.]{10,}/g, "")).not.toMatch(personalToo);
  }
});
