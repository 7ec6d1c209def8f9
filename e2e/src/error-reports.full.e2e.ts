import { afterAll, expect, test } from "vitest";
import { signedIn } from "./people.ts";
import { inDatabase } from "./product-sql.ts";
import { startReportReceiver } from "./report-receiver.ts";
import { arrivedAt, errorOf, expectNothingPersonal, personal } from "./reported.ts";
import { startStage } from "./stage.ts";
import { awaitWorker } from "./worker-page.ts";

const receiver = await startReportReceiver();
afterAll(receiver.close);
const { product, browser } = await startStage({ SENTRY_DSN: receiver.dsn, LOG_LEVEL: "silent" });

test("[REP-1][REP-1e] reports errors from before reporting was loaded, and uncaught ones later", async () => {
  const page = await signedIn(browser, product, "radu");
  const fail = `addEventListener("DOMContentLoaded", () => { throw new SyntaxError(${JSON.stringify(personal)}); });`;
  await page.addInitScript(fail);
  await page.goto(product.address);
  await arrivedAt(receiver, errorOf("page", "SyntaxError"));
  await page.evaluate((message) => void Promise.reject(new URIError(message)), personal);
  const { event } = await arrivedAt(receiver, errorOf("page", "URIError"));
  expect(event.tags["kind"]).toBe("erp");
});

test("[REP-1][REP-1c] reports an unexpectedly failed call by its pattern and code, at any log level", async () => {
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
  const { event } = await arrivedAt(receiver, ({ event }) => event.transaction === "POST /api/v1/login");
  expect(event.tags).toEqual({ part: "server" });
  expect(event.exception?.values.at(-1)).toMatchObject({ type: "error", value: "42P01" });
  const files = event.exception?.values.at(-1)?.stacktrace.frames.map(({ filename }) => filename) ?? [];
  expect(files.some((file) => file.startsWith("app:///server/src/"))).toBe(true);
});

test("[REP-1] reports an error of the worker", async () => {
  const page = await signedIn(browser, product, "vlad", { serviceWorkers: "allow" });
  await awaitWorker(page);
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate((message) => {
    void Promise.reject(new EvalError(message));
  }, personal);
  const { event } = await arrivedAt(receiver, errorOf("worker", "EvalError"));
  expect(event.tags).toEqual({ part: "worker", browser: "Chromium" });
});

test("[REP-1b] no report contains a name or an unlisted field", () => {
  expect(receiver.arrived.length).toBeGreaterThan(5);
  expectNothingPersonal(receiver);
});
