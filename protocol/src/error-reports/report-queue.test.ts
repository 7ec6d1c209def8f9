import { expect, test } from "vitest";
import {
  errorsReadMax,
  type ReceiverAnswer,
  type Report,
  ReportQueue,
  reportsMax,
  reportsOfKindMax,
  reportsWaitingMax,
} from "./report-queue.ts";

const taken: ReceiverAnswer = { status: 200, retryAfterMs: 0 };

function startQueue(answer: (body: string) => Promise<ReceiverAnswer> = async () => taken) {
  let time = 0;
  const sent: string[] = [];
  const send = (body: string): Promise<ReceiverAnswer> => {
    sent.push(body);
    return answer(body);
  };
  const queue = new ReportQueue({ send, now: () => time });
  return { queue, sent, pass: (ms: number) => void (time += ms) };
}

const report =
  (kind: string): (() => Report) =>
  () => ({ kind, body: () => kind });

test("[REP-1d] sends 10 reports of one kind a minute, and other kinds as well", async () => {
  const { queue, sent, pass } = startQueue();
  for (let i = 0; i < 500; i += 1) queue.add(report("a"));
  queue.add(report("b"));
  await queue.settled();
  expect(sent).toEqual([...Array.from({ length: reportsOfKindMax }, () => "a"), "b"]);
  pass(59_999);
  queue.add(report("a"));
  await queue.settled();
  expect(sent).toHaveLength(reportsOfKindMax + 1);
  pass(1);
  queue.add(report("a"));
  await queue.settled();
  expect(sent).toHaveLength(reportsOfKindMax + 2);
});

test("[REP-1d] sends 60 reports a minute in total and does not even read more errors", async () => {
  const { queue, sent } = startQueue();
  let read = 0;
  for (let i = 0; i < 500; i += 1) {
    queue.add(() => {
      read += 1;
      return { kind: String(i), body: () => String(i) };
    });
    await queue.settled();
  }
  expect([sent.length, read]).toEqual([reportsMax, reportsMax]);
});

test("[REP-1d] examines only the first 1,000 errors of a flood per minute", () => {
  const { queue } = startQueue();
  let read = 0;
  for (let i = 0; i < 5000; i += 1) {
    queue.add(() => {
      read += 1;
      return { kind: "a", body: () => "a" };
    });
  }
  expect(read).toBe(errorsReadMax);
});

test("[REP-1d] while the receiver hangs, one report is in flight, 30 wait and the rest are dropped", () => {
  const { queue, sent } = startQueue(() => new Promise(() => undefined));
  for (let i = 0; i < 500; i += 1) queue.add(report(String(i)));
  expect(sent).toEqual(["0"]);
  expect(reportsWaitingMax).toBe(30);
});

test("[REP-1d] drops a failed report and carries on", async () => {
  const { queue, sent } = startQueue(() => Promise.reject(new Error("away")));
  for (const kind of ["a", "b"]) queue.add(report(kind));
  await queue.settled();
  expect(sent).toEqual(["a", "b"]);
});

test.each([
  [5000, 5000],
  [0, 60_000],
])("[REP-1d] a receiver that asks for %i ms gets nothing for %i ms", async (retryAfterMs, waitMs) => {
  const { queue, sent, pass } = startQueue(async (body) => (body === "a" ? { status: 429, retryAfterMs } : taken));
  for (const kind of ["a", "b", "c"]) queue.add(report(kind));
  await queue.settled();
  pass(waitMs - 1);
  queue.add(report("d"));
  pass(1);
  queue.add(report("e"));
  await queue.settled();
  expect(sent).toEqual(["a", "e"]);
});
