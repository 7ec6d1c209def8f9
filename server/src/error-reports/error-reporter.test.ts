import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { openLog } from "../kernel/log.ts";
import { createPost } from "../kernel/post.ts";
import { type Receiver, silent, startReceiver } from "../testing/receiver.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import type { FileStorages } from "../files/storage/object-storage.ts";
import { Sweep } from "../files/storage/sweep.ts";
import { createErrorReporter } from "./error-reporter.ts";
import { createOwnSource } from "./own-source.ts";

const post = createPost({ isPrivateAllowed: true, clock: systemClock });

/** Starts a log whose errors go only to the receiver. */
function startReporter({ port }: Receiver) {
  const reporter = createErrorReporter({
    url: new URL(`http://127.0.0.1:${port}/api/1/envelope/?sentry_key=key`),
    post,
    own: createOwnSource(),
    version: "1.2.3",
    newId: randomUUID,
    clock: systemClock,
  });
  return { log: openLog("silent", reporter.note), reporter };
}

const eventOf = (body: string): unknown => JSON.parse(body.split("\n")[2] ?? "");

test("[REP-1][REP-1c] a failed request is reported with the error's name, its place in our code, its cause's code and the route", async () => {
  const receiver = await startReceiver();
  const { log } = startReporter(receiver);
  const err = bugOfOurs();
  err.cause = Object.assign(new Error("connect ECONNREFUSED 10.0.0.5:5432"), { code: "ECONNREFUSED" });
  log.error({ err, route: "POST /api/v1/publish/:roomId", request_id: randomUUID() }, "a request failed");
  const [{ headers, body, path }] = (await receiver.arrived(1)) as [(typeof receiver.received)[number]];
  expect(path).toBe("/api/1/envelope/?sentry_key=key");
  expect(headers).toMatchObject({ "content-type": "application/x-sentry-envelope", "user-agent": "Cuplaj/1.2.3" });
  expect(eventOf(body)).toMatchObject({
    level: "error",
    platform: "node",
    release: "cuplaj@1.2.3",
    transaction: "POST /api/v1/publish/:roomId",
    tags: { part: "server" },
    exception: {
      values: [
        { type: "Error", value: "ECONNREFUSED" },
        { type: "RangeError", value: "", stacktrace: { frames: [{ filename: "app:///server/src/kernel/clock.ts" }] } },
      ],
    },
  });
});

test("[REP-1c] a failed loop is reported with the log's sentence", async () => {
  const receiver = await startReceiver();
  const { log } = startReporter(receiver);
  const broken = async (): Promise<boolean> => isoTime(Number.NaN) === "";
  const store = { dropFiles: broken, dropUploads: broken, removeDue: broken, listStorages: () => Promise.resolve([]) };
  const storages = { workFolder: "/nowhere" } as FileStorages;
  await new Sweep({ store, storages, clock: systemClock, log }).sweep();
  const [{ body }] = (await receiver.arrived(1)) as [(typeof receiver.received)[number]];
  expect(eventOf(body)).toMatchObject({
    logentry: { formatted: "unused files could not be removed" },
    exception: { values: [{ type: "RangeError" }] },
  });
});

test("[REP-1b] texts are quoted only if they are in their own source file", () => {
  const own = createOwnSource();
  const files = ["server/src/error-reports/error-reporter.ts"];
  expect(own.isOwnText("content-type", files)).toBe(true);
  expect(own.isOwnText("content-typo", files)).toBe(false);
  expect(own.isOwnText("content-type", ["server/src/main.ts"])).toBe(false);
  expect(own.isOwnText("post", files)).toBe(false);
  const file = (path: string): string | null => own.ownFile(new URL(`../../../${path}`, import.meta.url).href);
  expect(file("server/src/main.ts")).toBe("server/src/main.ts");
  for (const path of ["server/src/ana.ts", "server/package.json", "data/server/src/main.ts", "server/src/../src/a.ts"])
    expect(file(path)).toBeNull();
});

test("[REP-1d] a receiver that hangs does not delay logging, and delays the shutdown by at most 1.5 s", async () => {
  const receiver = await startReceiver();
  receiver.answer = silent;
  const { log } = startReporter(receiver);
  const clock = new FakeClock();
  const hanging = createErrorReporter({
    url: new URL(`http://127.0.0.1:${receiver.port}/`),
    post,
    own: createOwnSource(),
    version: "1.2.3",
    newId: randomUUID,
    clock,
  });
  hanging.note({ thrown: new Error("a"), route: null, sentence: null, logged: new Error("logged") });
  const stopped = hanging.stop();
  clock.advance(1500);
  await stopped;
  for (let i = 0; i < 10_000; i += 1) log.error({ err: new Error("again") }, "a request failed");
  expect((await receiver.arrived(2)).length).toBe(2);
});

function bugOfOurs(): Error {
  try {
    isoTime(Number.NaN);
  } catch (error) {
    if (error instanceof RangeError) return error;
  }
  throw new Error("there is such a time");
}
