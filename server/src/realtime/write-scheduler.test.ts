import { expect, test } from "vitest";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { WriteScheduler, type WaitingWire } from "./write-scheduler.ts";

const pauseMs = 50;
const pause = { shortestMs: pauseMs, longestMs: 250, writesPerMsMax: 5 };

class FakeWaitingWire implements WaitingWire {
  writtenAtMs = 0;
  writes = 0;
  isWaiting = false;

  flush(nowMs: number): void {
    this.isWaiting = false;
    this.writtenAtMs = nowMs;
    this.writes += 1;
  }
}

const endOfTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("[LIVE-9] a broadcast after silence leaves at the end of its tick", async () => {
  const scheduler = new WriteScheduler(new FakeClock(), pause);
  const wire = new FakeWaitingWire();
  scheduler.writeSoon(wire);
  expect(wire.writes).toBe(0);
  await endOfTick();
  expect(wire.writes).toBe(1);
});

test("[LIVE-9] a broadcast right after another waits for the rest of the pause, and no longer", async () => {
  const clock = new FakeClock();
  const scheduler = new WriteScheduler(clock, pause);
  const wire = new FakeWaitingWire();
  scheduler.writeSoon(wire);
  await endOfTick();
  clock.advance(20);
  scheduler.writeSoon(wire);
  await endOfTick();
  expect(wire.writes).toBe(1);
  clock.advance(29);
  expect(wire.writes).toBe(1);
  clock.advance(1);
  expect(wire.writes).toBe(2);
});

test("[LIVE-9] a response to the socket itself never waits for the pause", async () => {
  const clock = new FakeClock();
  const scheduler = new WriteScheduler(clock, pause);
  const wire = new FakeWaitingWire();
  wire.flush(clock.steadyMs());
  scheduler.writeThisTick(wire);
  await endOfTick();
  expect(wire.writes).toBe(2);
});

test("[LIVE-9] a busy socket does not delay a quiet one", async () => {
  const clock = new FakeClock();
  const scheduler = new WriteScheduler(clock, pause);
  const [busy, quiet] = [new FakeWaitingWire(), new FakeWaitingWire()];
  busy.flush(clock.steadyMs());
  scheduler.writeSoon(busy);
  scheduler.writeSoon(quiet);
  await endOfTick();
  expect([busy.writes, quiet.writes]).toEqual([1, 1]);
});

test("[LIVE-9] writing to many sockets yields to other work, and misses none", async () => {
  const scheduler = new WriteScheduler(new FakeClock(), pause);
  const wires = Array.from({ length: 250 }, () => new FakeWaitingWire());
  for (const wire of wires) scheduler.writeSoon(wire);
  const written: number[] = [];
  for (let tick = 0; tick < 4; tick += 1) {
    await endOfTick();
    written.push(wires.filter(({ writes }) => writes === 1).length);
  }
  expect(written).toEqual([100, 200, 250, 250]);
});

async function writesEach(scheduler: WriteScheduler, clock: FakeClock, sockets: number): Promise<number | undefined> {
  const wires = Array.from({ length: sockets }, () => new FakeWaitingWire());
  for (let tick = 0; tick < 200; tick += 1) {
    if (tick === 100) for (const wire of wires) wire.writes = 0;
    for (const wire of wires) {
      if (!wire.isWaiting) scheduler.writeSoon(wire);
      wire.isWaiting = true;
    }
    await endOfTick();
    clock.advance(10);
  }
  return wires[0]?.writes;
}

test("[LIVE-9] the more sockets receive much, the less often each is written, and vice versa", async () => {
  const clock = new FakeClock();
  const scheduler = new WriteScheduler(clock, pause);
  const writes: unknown[] = [];
  for (const sockets of [100, 500, 1000, 5000, 100]) writes.push(await writesEach(scheduler, clock, sockets));
  expect(writes).toEqual([20, 10, 5, 4, 20]);
});
