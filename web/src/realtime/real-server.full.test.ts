import { expect, test } from "vitest";
import { presence } from "../testing/live-page.ts";
import { joinedPage, startRealServer } from "../testing/real-server.ts";

test.each([4009, 4100, 4200])(
  "[LIVE-8] a page whose socket was closed with %d comes back, and restores its subscriptions",
  async (code) => {
    const server = await startRealServer();
    const ana = await joinedPage(server, 1, "Ana");
    await server.ask("closeUser", "1", code);
    await ana.until(() => ana.happened("connection/listening") === 2 && ana.happened("presence/here") === 2);
    expect(ana.happened("connection/lost")).toBe(1);
    expect(ana.happened("connection/away-long")).toBe(0);
    expect(ana.called.includes("me")).toBe(code === 4009);
  },
);

test("[ROOM-6] a channel revoked and granted again gets its people again, and missed events are requested", async () => {
  const server = await startRealServer();
  const ana = await joinedPage(server, 1, "Ana");
  await server.ask("unsubscribeUser", "1", presence);
  await ana.until(() => ana.happened("presence/here") === 2 && ana.happened("sync/asked") === 2);
  expect(ana.happened("connection/lost")).toBe(0);
});

test("[CONN-4] a silent server is pinged after the time that it announced, and its pong counts as a response", async () => {
  const server = await startRealServer({ activityTimeoutSeconds: 1 });
  const ana = await joinedPage(server, 1, "Ana");
  const countFrames = async (): Promise<number> => Number(await server.ask("countFrames"));
  const before = await countFrames();
  await expect.poll(countFrames).toBeGreaterThanOrEqual(before + 2);
  expect(ana.happened("connection/lost")).toBe(0);
});

test("[LIVE-7] a channel no longer needed is unsubscribed on the server", async () => {
  const server = await startRealServer();
  const [ana, radu] = [await joinedPage(server, 1, "Ana"), await joinedPage(server, 2, "Radu")];
  ana.live.watch([]);
  await radu.until(() => radu.happened("presence/leaving") === 1);
  expect(ana.events.at(-1)).toEqual({ type: "presence/here", roomId: 1, people: [] });
});
