import { expect, test, vi } from "vitest";
import type { Clock } from "../platform/clock.ts";
import { openBlackHole } from "../testing/black-hole.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { connectedPage, failure, presence, startLivePage } from "../testing/live-page.ts";

test("[LIVE-2] all channels of one connection are authorized by one call", async () => {
  const page = await connectedPage();
  expect(page.batches).toEqual([["private-user.1", presence]]);
});

test("[CONN-2] the client is back within 2 s of the server's return, and reports at once that it was away", async () => {
  const [clock, waits] = [createFakeClock(), [] as number[]];
  const later: Clock["later"] = (delayMs, run) => {
    waits.push(delayMs);
    return clock.later(delayMs, run);
  };
  const page = await connectedPage(undefined, 0.999, { ...clock, later });
  for (const attempts of [0, 4]) {
    const lost = page.happened("connection/lost");
    const back = page.happened("connection/connected");
    const received = page.happened("connection/listening");
    await page.server.stop();
    await page.until(() => page.happened("connection/lost") === lost + 1);
    for (let failed = 0; failed < attempts; failed += 1) {
      const begun = waits.length;
      clock.pass(waits.at(-1)!);
      await page.until(() => waits.length === begun + 2);
    }
    await page.server.start();
    clock.pass(2000);
    await page.until(() => page.happened("connection/connected") === back + 1);
    await page.until(() => page.happened("connection/listening") === received + 1);
  }
  expect([page.happened("connection/lost"), page.server.sockets.length]).toEqual([2, 3]);
});

test("[CONN-2] the client tries at once when the network is back or somebody looks", async () => {
  // By itself the client would reconnect after 1.5 s, but the clock never advances that far.
  const page = await connectedPage(undefined, 0.999, createFakeClock());
  await page.server.stop();
  await page.until(() => page.happened("connection/lost") === 1);
  await page.server.start();
  page.nudge();
  await page.until(() => page.happened("connection/connected") === 2);
  expect(page.happened("connection/lost")).toBe(1);
});

test("[CONN-3] when the network is back, a hanging attempt is replaced by a new one, and a recent one continues", async () => {
  const clock = createFakeClock();
  const page = await connectedPage(undefined, 0.5, clock);
  await page.server.stop();
  await page.until(() => page.happened("connection/lost") === 1);
  const hole = await openBlackHole(page.server.port);
  page.nudge();
  await page.until(() => hole.count() === 1);
  clock.pass(1500);
  page.nudge();
  await hole.makeRoom();
  await page.server.start();
  expect(page.server.sockets).toHaveLength(1);
  clock.pass(1);
  page.nudge();
  await page.until(() => page.happened("connection/connected") === 2);
  await page.until(() => page.happened("connection/listening") === 2);
  expect(page.happened("connection/lost")).toBe(1);
});

test("[LIVE-8] after 4009 the client asks who it is, and reconnects if still signed in", async () => {
  const page = await connectedPage();
  page.server.sockets[0]!.close(4009);
  await page.until(() => page.happened("connection/connected") === 2);
  expect(page.called).toContain("me");
});

test.each([4100, 4200])("[LIVE-8] after %d the client reconnects by itself", async (code) => {
  const page = await connectedPage();
  page.server.sockets[0]!.close(code);
  await page.until(() => page.happened("connection/connected") === 2);
  expect(page.happened("connection/lost")).toBe(1);
});

test("[LIVE-8] after 4100 nothing tears down the new connection", async () => {
  const clock = createFakeClock();
  const page = await connectedPage(undefined, 0.5, clock);
  page.server.sockets[0]!.close(4100);
  await page.until(() => page.happened("connection/lost") === 1);
  page.nudge();
  await page.until(() => page.happened("connection/listening") === 2);
  clock.pass(20_000);
  expect(page.happened("connection/lost")).toBe(1);
  expect(page.server.sockets).toHaveLength(2);
});

test("[SIGN-2] signing out right after the server closed with 4100 leaves nothing to reconnect", async () => {
  const page = await connectedPage();
  page.server.sockets[0]!.close(4100);
  await page.until(() => page.happened("connection/lost") === 1);
  page.live.disconnect();
  expect(page.running()).toBe(0);
  expect(page.server.sockets).toHaveLength(1);
});

test("[LIVE-2] a refused channel is dropped, and one that the server could not decide on is requested again", async () => {
  const page = await startLivePage(() => failure("unavailable"));
  page.live.connect(1);
  page.live.watch([presence]);
  await page.until(() => page.batches.length === 1);
  page.answerWith((names) => ({
    ok: true,
    value: { channels: Object.fromEntries(names.map((name) => [name, name === presence ? null : { auth: "a:b" }])) },
  }));
  await page.until(() => page.happened("connection/listening") === 1);
  expect(page.events).toContainEqual({ type: "connection/channel-refused", channel: presence });
  expect(page.happened("presence/joining")).toBe(0);
});

test("[ROOM-6c] a channel that was signed but refused on use is dropped, and can be subscribed later", async () => {
  const page = await startLivePage();
  page.server.refused.add(presence);
  page.live.connect(1);
  page.live.watch([presence]);
  await page.until(() => page.happened("connection/channel-refused") === 1);
  expect(page.events).toContainEqual({ type: "connection/channel-refused", channel: presence });
  expect(page.happened("connection/listening")).toBe(1);
  page.server.refused.clear();
  page.live.watch([]);
  page.live.watch([presence]);
  await page.until(() => page.events.some((event) => event.type === "presence/here" && event.people.length > 0));
  expect(page.server.sockets).toHaveLength(1);
});

test("[LIVE-3] live events become our own; those of another shape are dropped", async () => {
  const page = await connectedPage();
  const [socket] = page.server.sockets;
  const wire = {
    id: 5,
    room_id: 1,
    seq: 3,
    client_id: null,
    timestamp: "2026-01-05T09:00:00.000Z",
    user: { id: 2, name: "Radu" },
    message: "Bună",
    unread: true,
    messages_file: null,
    messages_actions: [],
    likes_total: 0,
    updated_seq: 3,
  };
  const head = { id: 1, name: "oferta.10001", channel: presence, last_seq: 3, epoch: "one" };
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  for (const message of [null, { ...wire, seq: "3" }, { ...wire, user: { id: 2 } }, wire]) {
    socket!.send("ChatMessage", { message, room: head }, "private-user.1");
  }
  const read = { room_id: 1, user: { id: 2, type: "erp" }, read_seq: 3 };
  for (const data of [read, { ...read, seq: 4 }]) socket!.send("MessagesRead", data, presence);
  const mia = { id: 3, name: "Mia", type: "agent" };
  const joined = { room: { ...head, last_seq: 5 }, joined: mia, members_total: 3 };
  for (const data of [{ ...joined, joined: { id: 3 } }, joined]) socket!.send("RoomUpdated", data, presence);
  const heads = { epoch: "one", heads: [{ id: 1, last_seq: 5 }] };
  for (const data of [{ heads: [] }, heads]) socket!.send("RoomHeads", data, "private-user.1");
  await page.until(() => page.happened("sync/heads-received") === 1);
  const events = page.events.flatMap((event) => (event.type === "sync/events-received" ? event.events : []));
  expect(events).toMatchObject([
    {
      kind: "message",
      seq: 3,
      message: { id: 5, roomId: 1, seq: 3, author: { id: 2, name: "Radu", kind: "erp" }, text: "Bună" },
    },
    { kind: "read", roomId: 1, seq: 4, reader: { id: 2, kind: "erp" }, readSeq: 3 },
    { kind: "members", roomId: 1, seq: 5, joined: { id: 3, name: "Mia", kind: "agent" }, left: null, membersTotal: 3 },
  ]);
  expect(page.events).toContainEqual({ type: "sync/heads-received", ...heads });
  // The person's own channel also announces that a room is behind.
  const later = { epoch: "one", heads: [{ id: 1, last_seq: 6 }] };
  socket!.send("RoomHeads", later, presence);
  await page.until(() => page.happened("sync/heads-received") === 2);
  expect(page.events).toContainEqual({ type: "sync/heads-received", ...later });
  expect(warned).toHaveBeenCalledTimes(6);
  warned.mockRestore();
});

test("[AUTH-8] a change of one's own settings is noticed by its version", async () => {
  const page = await connectedPage();
  const [socket] = page.server.sockets;
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  for (const user of [{}, { version: 3 }]) socket!.send("MeUpdated", { user }, "private-user.1");
  await page.until(() => page.happened("sync/settings-changed") === 1);
  expect(page.events).toContainEqual({ type: "sync/settings-changed", version: 3 });
  expect(warned).toHaveBeenCalledTimes(1);
  warned.mockRestore();
});

test("[LIVE-5] the typing person is identified by the signed id and the roster, never by the whisper's name", async () => {
  const page = await connectedPage();
  const [socket] = page.server.sockets;
  const whisper = (user_id: string) =>
    JSON.stringify({
      event: "client-typing",
      channel: presence,
      user_id,
      data: { name: "Altcineva", channel: presence },
    });
  page.server.sockets[0]!.send(
    "pusher_internal:member_added",
    { user_id: "3", user_info: { id: 3, name: "Mia", customer: false, erp: false, agent: true } },
    presence,
  );
  socket!.raw(whisper("9"));
  socket!.raw(whisper("2"));
  await page.until(() => page.happened("typing/whispered") === 1);
  expect(page.events).toContainEqual({
    type: "presence/joining",
    roomId: 1,
    person: { id: 3, name: "Mia", kind: "agent" },
  });
  expect(page.events).toContainEqual({
    type: "typing/whispered",
    roomId: 1,
    person: { id: 2, name: "Radu", kind: "erp" },
  });
  socket!.send("pusher_internal:member_removed", { user_id: "2" }, presence);
  await page.until(() => page.happened("presence/leaving") === 1);
});

test("[LIVE-5] typing is whispered on the room's channel, with name and channel", async () => {
  const page = await connectedPage();
  page.live.whisperTyping(presence, "Ana Pop");
  page.live.whisperTyping("presence-oferta.10002", "Ana Pop");
  const whispers = () => page.server.sockets[0]!.received.filter(({ event }) => event === "client-typing");
  await page.until(() => whispers().length > 0);
  expect(whispers()).toEqual([
    { event: "client-typing", channel: presence, data: { name: "Ana Pop", channel: presence } },
  ]);
});

test("[LIVE-7] a channel no longer watched is unsubscribed, and nobody shows as present there", async () => {
  const page = await connectedPage();
  page.live.watch([]);
  await page.until(() => page.server.sockets[0]!.received.some(({ event }) => event === "pusher:unsubscribe"));
  expect(page.events.at(-1)).toEqual({ type: "presence/here", roomId: 1, people: [] });
});

test("[SIGN-2] after signing out nothing is left that would reconnect", async () => {
  const page = await connectedPage();
  await page.server.stop();
  await page.until(() => page.happened("connection/lost") === 1);
  expect(page.running()).toBe(1);
  page.live.disconnect();
  expect(page.running()).toBe(0);
  await page.server.start();
  page.nudge();
  expect(page.running()).toBe(0);
});
