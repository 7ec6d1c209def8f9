import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { endOfTick } from "../kernel/clock.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { createDelayRefusal } from "./delay-refusals.ts";

function start() {
  const clock = new FakeClock();
  const delay = createDelayRefusal(clock);
  const seen = { answered: 0, cut: 0 };
  const refuse = async (count: number, ip = "192.0.2.1", id: number | null = null, bytes = 0): Promise<void> => {
    const caller = id === null ? null : { user: { id } };
    const raw = { socket: { destroy: () => (seen.cut += 1) } };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the delay reads no other fields
    const request = { ip, caller, raw, headers: { "content-length": String(bytes) } } as unknown as FastifyRequest;
    for (let n = 0; n < count; n += 1) delay(request, () => (seen.answered += 1));
    await endOfTick();
  };
  return { clock, seen, refuse };
}

test("[SEC-4e] ten refusals are sent immediately, the next a second later", async () => {
  const { clock, seen, refuse } = start();
  await refuse(11);
  expect(seen.answered).toBe(10);
  clock.advance(999);
  expect(seen.answered).toBe(10);
  clock.advance(1);
  expect(seen).toEqual({ answered: 11, cut: 0 });
  await refuse(10);
  expect(seen.answered).toBe(21);
});

test("[SEC-4e] other addresses are not delayed, and neither is a person at the same address", async () => {
  const { seen, refuse } = start();
  await refuse(100);
  await refuse(10, "192.0.2.2");
  await refuse(10, "192.0.2.1", 7);
  expect(seen).toEqual({ answered: 30, cut: 0 });
});

test("[SEC-4f] a refused body over 64 KiB is cut, not delayed", async () => {
  const { clock, seen, refuse } = start();
  await refuse(11, "192.0.2.1", null, 65_537);
  expect(seen).toEqual({ answered: 10, cut: 1 });
  await refuse(1, "192.0.2.1", null, 65_536);
  expect([seen.cut, clock.timerCount]).toEqual([1, 1]);
});

test("[SEC-4e] 500 are delayed per caller and 2,000 in total; further connections are cut", async () => {
  const { clock, seen, refuse } = start();
  await refuse(511);
  expect(seen).toEqual({ answered: 10, cut: 1 });
  for (let n = 2; n <= 5; n += 1) await refuse(510, `192.0.2.${n}`);
  expect(seen).toEqual({ answered: 50, cut: 501 });
  clock.advance(1000);
  expect(seen.answered).toBe(51);
  clock.advance(2 * 1999);
  expect([seen.answered, clock.timerCount]).toEqual([2050, 0]);
});
