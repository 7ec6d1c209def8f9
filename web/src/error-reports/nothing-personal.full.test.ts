import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { createPersonalFailures, personalThingsIn, pickBy } from "@cuplaj/protocol/testing/personal-things.ts";
import { eventOf, strangeParts } from "@cuplaj/protocol/testing/report-shape.ts";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../platform/clock.ts";
import { keepErrors } from "../platform/noted-errors.ts";
import { newId } from "../platform/page/page.ts";
import { postReport } from "../platform/report-facts.ts";
import { createReporter } from "./reporter.ts";

async function startReceiver() {
  const received: string[] = [];
  const server = createServer(
    (request, response) =>
      void buffer(request).then((bytes) => {
        received.push(`${request.url} ${JSON.stringify(request.headers)}\n${bytes.toString()}`);
        response.writeHead(200).end();
      }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { received, dsn: `http://key@127.0.0.1:${(server.address() as AddressInfo).port}/1` };
}

const script = "https://chat.example.ro/assets/first-Ab3_-xY.js";
const bodyOf = (received: string): string => received.slice(received.indexOf("\n") + 1);

function reporterTo(dsn: string) {
  return createReporter({
    dsn,
    ownFile: (address) => (address === script ? "/assets/first-Ab3_-xY.js" : null),
    origin: () => ({
      part: "page",
      version: "1.2.3",
      route: "/view/{chat}",
      language: "ro",
      kind: "erp",
      browser: "Firefox",
    }),
    post: postReport,
    now: systemClock.now,
    newId,
  });
}

test("[REP-1][REP-1b] whatever fails in a page, the report has only listed fields and no personal data", async () => {
  const { received, dsn } = await startReceiver();
  const given = fc.array(fc.nat(1000), { minLength: 30, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(given, async (numbers) => {
      const [before, reporter] = [received.length, reporterTo(dsn)];
      const { thrown } = createPersonalFailures(pickBy(numbers), [script]);
      reporter?.report(thrown());
      await expect.poll(() => received.length, { interval: 1 }).toBe(before + 1);
      const arrived = received.at(-1) ?? "";
      expect(personalThingsIn(arrived)).toEqual([]);
      expect(strangeParts(bodyOf(arrived))).toEqual([]);
    }),
  );
});

test("[REP-1b] an error arrives with its class, positions in the built files, the screen's pattern and the general environment", async () => {
  const { received, dsn } = await startReceiver();
  const error = new RangeError("Invalid time value");
  error.stack = `RangeError: Invalid time value\n    at ${script}:1:2345\n    at f (https://elsewhere.example/a.js:1:1)\n    at Ab (${script}:7:1)`;
  reporterTo(dsn)?.report(error);
  await expect.poll(() => received.length).toBe(1);
  const frame = (lineno: number, colno: number) => ({
    filename: "app:///assets/first-Ab3_-xY.js",
    ...{ lineno, colno, in_app: true },
  });
  expect(eventOf(bodyOf(received[0] ?? ""))).toMatchObject({
    release: "cuplaj@1.2.3",
    transaction: "/view/{chat}",
    tags: { part: "page", language: "ro", kind: "erp", browser: "Firefox" },
    exception: { values: [{ type: "RangeError", value: "", stacktrace: { frames: [frame(7, 1), frame(1, 2345)] } }] },
  });
});

test("[REP-1f] a navigation arrives with its pattern and times", async () => {
  const { received, dsn } = await startReceiver();
  reporterTo(dsn)?.trace({ operation: "navigation", beganAtMs: 1_700_000_000_000, endedAtMs: 1_700_000_000_250 });
  await expect.poll(() => received.length).toBe(1);
  const body = bodyOf(received[0] ?? "");
  expect(strangeParts(body)).toEqual([]);
  expect(body.split("\n")[1]).toBe('{"type":"transaction"}');
  expect(eventOf(body)).toMatchObject({
    transaction: "/view/{chat}",
    start_timestamp: 1_700_000_000,
    timestamp: 1_700_000_000.25,
    contexts: { trace: { op: "navigation" } },
  });
});

test("[REP-1e] ten errors are stored until taken, and later ones are passed on", () => {
  const listeners: Record<string, (event: never) => void> = {};
  const errors = keepErrors({ addEventListener: (name, listen) => void (listeners[name] = listen) });
  const happen = (name: string, event: object): void => listeners[name]?.(event as never);
  for (let i = 0; i < 20; i += 1) errors.note(i);
  const taken: unknown[] = [];
  errors.take((error) => taken.push(error));
  expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  happen("error", { error: "thrown" });
  happen("error", { message: "ResizeObserver loop completed with undelivered notifications." });
  happen("unhandledrejection", { reason: "rejected" });
  expect(taken.slice(10)).toEqual(["thrown", "rejected"]);
});
