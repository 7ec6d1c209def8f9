import { EventEmitter } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { endOfTick } from "../kernel/clock.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { usualLimits } from "../testing/usual-limits.ts";
import { createExpensiveAnswers, writeEvenly } from "./expensive-answers.ts";

class TestReply {
  readonly raw = Object.assign(new EventEmitter(), { writableFinished: false });
  bytes = 1000;
  getHeader(): number {
    return this.bytes;
  }
  finish(): void {
    this.raw.writableFinished = true;
    this.raw.emit("finish");
  }
}

/** Returns a function that records a person's calls: `waitMs` is 0 once admitted, the retry delay if refused, and null while waiting. */
function start(max = usualLimits.calls.expensiveAnswers) {
  const clock = new FakeClock();
  const answers = createExpensiveAnswers(clock, max);
  const call = async (person = 1, isStreamed = false) => {
    const connection = Object.assign(new EventEmitter(), { destroyed: false });
    const made = { connection, reply: new TestReply(), waitMs: null as number | null };
    void answers.enter({ line: String(person), isStreamed, ...made }).then((waitMs) => (made.waitMs = waitMs));
    await endOfTick();
    return made;
  };
  const calls = async (count: number, person = 1) => {
    const made = [];
    for (let n = 0; n < count; n += 1) made.push(await call(person));
    return made;
  };
  return { clock, call, calls };
}

const waits = (calls: readonly { waitMs: number | null }[]) => calls.map(({ waitMs }) => waitMs);

test("[SEC-5] a person has four responses in progress and 16 calls queued in order; more are refused, others unaffected", async () => {
  const { calls } = start();
  const made = await calls(21);
  expect(waits(made)).toEqual([0, 0, 0, 0, ...Array.from({ length: 16 }, () => null), 2000]);
  expect(waits(await calls(4, 2))).toEqual([0, 0, 0, 0]);
  made[2]?.reply.finish();
  made[0]?.reply.finish();
  await endOfTick();
  expect(waits(made.slice(4, 8))).toEqual([0, 0, null, null]);
});

test("[SEC-5b] a slot is freed once, when the response was sent or its connection was cut", async () => {
  const { clock, calls } = start(1);
  const [first, second, third] = await calls(3);
  first?.connection.emit("close");
  first?.reply.finish();
  await endOfTick();
  clock.advance(250);
  await endOfTick();
  expect(waits([second!, third!])).toEqual([0, null]);
  expect(first?.connection.listenerCount("close")).toBe(0);
  second?.reply.finish();
  await endOfTick();
  expect(third?.waitMs).toBe(0);
});

test("[SEC-5] a call that waits 10 s is refused, and a disconnected one takes no slot", async () => {
  const { clock, calls } = start(1);
  const [first, gone, patient] = await calls(3);
  clock.advance(4000);
  const [late] = await calls(1);
  gone?.connection.emit("close");
  clock.advance(5999);
  await endOfTick();
  expect(waits([gone!, patient!, late!])).toEqual([2000, null, null]);
  clock.advance(1);
  await endOfTick();
  expect(waits([patient!, late!])).toEqual([2000, null]);
  first?.reply.finish();
  await endOfTick();
  expect([late?.waitMs, clock.timerCount]).toEqual([0, 0]);
});

test("[SEC-5b] a large response holds its slot for a second per MiB after it was sent, a cut one for a quarter of a second", async () => {
  const { clock, calls } = start(1);
  const [large, cut, last] = await calls(3);
  large!.reply.bytes = 1024 * 1024 + 64 * 1024;
  large!.reply.finish();
  await endOfTick();
  clock.advance(999);
  await endOfTick();
  expect(cut?.waitMs).toBeNull();
  clock.advance(1);
  await endOfTick();
  expect(waits([cut!, last!])).toEqual([0, null]);
  cut!.connection.emit("close");
  await endOfTick();
  clock.advance(249);
  await endOfTick();
  expect(last?.waitMs).toBeNull();
  clock.advance(1);
  await endOfTick();
  expect(last?.waitMs).toBe(0);
});

test("[SEC-5f] large responses that are ready at once are written one per tick, small ones together", async () => {
  let nowMs = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  const written: string[] = [];
  const write = (name: string, ms: number) =>
    writeEvenly(() => {
      nowMs += ms;
      written.push(name);
    });
  const all = [write("small", 0), write("small", 0), write("large", 5), write("large", 5), write("small", 0)];
  const seen: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    seen.push(written.length);
    await endOfTick();
  }
  await Promise.all(all);
  expect(seen).toEqual([3, 4, 5]);
  expect(written).toEqual(["small", "small", "large", "large", "small"]);
});
