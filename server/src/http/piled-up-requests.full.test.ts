import { expect, test } from "vitest";
import { connectionsOf, startPiling } from "../testing/piled-up.ts";

const large = "x".repeat(24 * 1024 * 1024);

test("[SEC-5c] an unread response is cut, and its slot is freed", async () => {
  const { app, clock, seen, open } = await startPiling({ say: [large, ""], stillMs: 500 });
  const deaf = open();
  deaf.socket.pause();
  deaf.ask("channels");
  await expect.poll(() => seen.channels).toBe(1);
  await expect.poll(() => connectionsOf(app)).toBe(0);
  await expect.poll(() => clock.timerCount).toBe(1);
  clock.advance(250);
  const next = open();
  next.ask("channels");
  await expect.poll(() => next.text()).toContain("200 OK");
});

test("[SEC-5c] a response read slowly but steadily arrives whole, even past the time limit for an unread one", async () => {
  const stillMs = 2500;
  const [steady, other] = [await startPiling({ say: [large], stillMs }), await startPiling({ say: [large], stillMs })];
  const [slow, deaf] = [steady.open(), other.open()];
  let isCut = false;
  slow.socket.on("data", () => {
    if (!isCut) slow.socket.pause();
  });
  slow.ask("channels");
  await expect.poll(() => slow.text().length).toBeGreaterThan(0);
  deaf.socket.pause();
  deaf.ask("channels");
  await expect.poll(() => other.seen.channels).toBe(1);
  const readSomeMore = async (): Promise<number> => {
    slow.socket.resume();
    return await connectionsOf(other.app);
  };
  await expect.poll(readSomeMore).toBe(0);
  isCut = true;
  expect(slow.text().length).toBeLessThan(large.length);
  slow.socket.resume();
  await expect.poll(() => slow.text().length).toBeGreaterThan(large.length);
});
