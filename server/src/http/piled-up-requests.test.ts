import { expect, test } from "vitest";
import { endOfTick } from "../kernel/clock.ts";
import { connectionsOf, startPiling } from "../testing/piled-up.ts";

test("[SEC-4f] a connection with too many pipelined requests is cut; five are answered in order", async () => {
  const { seen, answer, open } = await startPiling();
  const orderly = open();
  orderly.ask("me", 5);
  await expect.poll(() => seen.me).toBe(5);
  const hasty = open();
  hasty.ask("me", 200);
  await hasty.ended;
  expect([seen.me, hasty.text()]).toEqual([10, ""]);
  answer();
  await expect.poll(() => orderly.text().split("200 OK").length - 1).toBe(5);
  orderly.ask("me", 5);
  await expect.poll(() => orderly.text().split("200 OK").length - 1).toBe(10);
});

test.each(["a\r\nHost: b", "evil.example"])(
  "[SEC-4] refusals because of the host (%j) count on their connection, and are delayed for repeated callers",
  async (host) => {
    const { clock, seen, open } = await startPiling();
    const count = (text: string, status: number): number => text.split(`HTTP/1.1 ${status}`).length - 1;
    const one = open();
    for (let asked = 1; asked <= 9; asked += 1) {
      one.ask("me", 1, host);
      await expect.poll(() => count(one.text(), 400)).toBe(asked);
    }
    one.ask("me", 12);
    await one.ended;
    expect([seen.me, count(one.text(), 200)]).toEqual([5, 0]);
    const others = Array.from({ length: 5 }, open);
    for (const other of others) other.ask("me", 1, host);
    await expect.poll(() => others.filter((other) => other.text() !== "").length).toBe(1);
    await expect.poll(() => clock.timerCount).toBe(4);
    clock.advance(2000);
    await expect.poll(() => others.filter((other) => other.text() !== "").length).toBe(5);
  },
);

test("[SEC-4] a refused call never runs, even if the connection is cut before the refusal is sent", async () => {
  const { app, clock, seen, open, answer } = await startPiling({ reads: 1 });
  answer();
  const first = open();
  first.ask("me");
  await expect.poll(() => first.text()).toContain("200 OK");
  const sockets = Array.from({ length: 40 }, open);
  for (const one of sockets) one.ask("me");
  await expect.poll(() => sockets.filter((one) => one.text().includes("429")).length).toBe(10);
  for (const { socket } of [first, ...sockets]) socket.destroy();
  await expect.poll(() => connectionsOf(app)).toBe(0);
  clock.advance(2000);
  await endOfTick();
  expect([seen.me, clock.timerCount]).toEqual([1, 0]);
});

test("[SEC-5] a caller that disconnects before identification takes no slot, with or without further requests", async () => {
  const found = Promise.withResolvers<void>();
  const { app, seen, open } = await startPiling({ found: found.promise });
  const callers = [1, 4, 6].map((count) => ({ count, ...open() }));
  for (const { ask, count } of callers) ask("channels", count);
  await expect.poll(() => seen.identified).toBe(10);
  for (const { socket } of callers) socket.end();
  await expect.poll(() => connectionsOf(app)).toBe(0);
  found.resolve();
  await endOfTick();
  const next = open();
  next.ask("channels");
  await expect.poll(() => next.text()).toContain("200 OK");
  expect(seen.channels).toBe(1);
});
