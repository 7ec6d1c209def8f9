import { describe, expect, test } from "vitest";
import { startCore, testApp } from "../testing/realtime/core.ts";
import type { ClientEvent } from "./realtime-options.ts";
import { bind } from "./user-sockets.ts";

const whisper = { event: "client-typing", channel: "presence-a", data: { name: "Radu" } };

function startPair(app = testApp) {
  const core = startCore({ apps: [app] });
  const [sender, other] = [core.connect(), core.connect()];
  sender.subscribe("presence-a", { user_id: "1", user_info: { name: "Ana" } });
  other.subscribe("presence-a", { user_id: "2" });
  for (const client of [sender, other]) {
    client.subscribe("private-a");
    client.subscribe("private-encrypted-a");
    client.send({ event: "pusher:subscribe", data: { channel: "public-a" } });
    client.wire.take();
  }
  return { core, sender, other };
}

describe("client events", () => {
  test("[LIVE-5] reach the other subscribers with the signed user id, and not the sender", () => {
    const { sender, other } = startPair();
    sender.send(whisper);
    expect(other.wire.takeTexts()).toEqual([
      '{"event":"client-typing","channel":"presence-a","data":"{\\"name\\":\\"Radu\\"}","user_id":"1"}',
    ]);
    expect(sender.wire.take()).toEqual([]);
  });

  test("[LIVE-5] the rule gets the signed sender, and the data it rebuilds are relayed", () => {
    const seen: ClientEvent[] = [];
    const { sender, other } = startPair({
      ...testApp,
      clientEvents(event) {
        seen.push(event);
        return { kind: "relay", data: { rebuilt: true } };
      },
    });
    sender.send(whisper);
    sender.send({ event: "client-x", channel: "private-a", data: '{"text":1}' });
    expect(seen).toEqual([
      { ...whisper, sender: { userId: "1", userInfo: { name: "Ana" } } },
      { event: "client-x", channel: "private-a", data: '{"text":1}', sender: null },
    ]);
    expect(other.wire.take()).toEqual([
      { event: "client-typing", channel: "presence-a", data: { rebuilt: true }, user_id: "1" },
      { event: "client-x", channel: "private-a", data: { rebuilt: true } },
    ]);
  });

  test("[LIVE-5] on a private channel the rule gets the user bound to the socket", () => {
    const senders: unknown[] = [];
    const clientEvents = (event: ClientEvent) => {
      senders.push(event.sender);
      return { kind: "relay" as const, data: null };
    };
    const { core, sender } = startPair({ ...testApp, clientEvents });
    if (sender.connection !== null) bind(sender.connection, "1", "session", core.parts);
    sender.send({ event: "client-x", channel: "private-a", data: {} });
    expect(senders).toEqual([{ userId: "1", userInfo: null }]);
  });

  test.each([
    ["on a channel that the sender has not joined", { ...whisper, channel: "presence-b" }],
    ["without a channel", { ...whisper, channel: undefined }],
    ["on a public channel", { ...whisper, channel: "public-a" }],
    ["on an encrypted channel", { ...whisper, channel: "private-encrypted-a" }],
    ["with a name of more than 200", { ...whisper, event: `client-${"x".repeat(194)}` }],
    ["with more than 10 KB", { ...whisper, data: { name: "x".repeat(10 * 1024) } }],
  ])("[LIVE-5] %s are refused with 4301 and the socket stays open", (_name, frame) => {
    const { sender, other } = startPair();
    sender.send(frame);
    expect(sender.wire.take()).toMatchObject([{ event: "pusher:error", data: { code: 4301 } }]);
    expect(sender.wire.closedWith).toBeNull();
    expect(other.wire.take()).toEqual([]);
  });

  test("[LIVE-5] are refused if the app has no rule, or its rule refuses them", () => {
    for (const clientEvents of [null, () => ({ kind: "refuse" as const, message: "No" })]) {
      const { sender, other } = startPair({ ...testApp, clientEvents });
      sender.send(whisper);
      expect(sender.wire.take()).toMatchObject([{ event: "pusher:error", data: { code: 4301 } }]);
      expect(other.wire.take()).toEqual([]);
    }
  });

  test("[LIVE-5] ten in a second are relayed, the eleventh is refused, and a second later they resume", () => {
    const { core, sender, other } = startPair();
    for (let sent = 0; sent < 11; sent += 1) sender.send(whisper);
    expect(other.wire.take()).toHaveLength(10);
    expect(sender.wire.take()).toMatchObject([{ data: { code: 4301 } }]);
    core.clock.advance(1000);
    sender.send(whisper);
    expect(other.wire.take()).toHaveLength(1);
  });

  test.each([-3_600_000, 3_600_000])("[WAIT-1] the second is measured correctly if the clock is set by %i ms", (ms) => {
    const { core, sender, other } = startPair();
    for (let sent = 0; sent < 10; sent += 1) sender.send(whisper);
    core.clock.setBy(ms);
    core.clock.advance(999);
    sender.send(whisper);
    expect(other.wire.take()).toHaveLength(10);
    core.clock.advance(1);
    sender.send(whisper);
    expect(other.wire.take()).toHaveLength(1);
  });

  test("[LIM-1] the limit of ten is per person, on any number of sockets; others have their own", () => {
    const { core, sender, other } = startPair();
    const second = core.connect();
    second.subscribe("presence-a", { user_id: "1", user_info: { name: "Ana" } });
    for (const client of [sender, second, other]) client.wire.take();
    for (let sent = 0; sent < 8; sent += 1) sender.send(whisper);
    core.clock.advance(900);
    for (let sent = 0; sent < 8; sent += 1) second.send(whisper);
    expect(other.wire.take()).toHaveLength(10);
    other.send(whisper);
    expect(second.wire.take().at(-1)).toMatchObject({ event: "client-typing", user_id: "2" });
    core.clock.advance(100);
    second.send(whisper);
    expect(other.wire.take()).toHaveLength(1);
  });

  test("[LIM-1] a bound person's limit includes private channels, and an unbound socket has its own", () => {
    const { core, sender, other } = startPair();
    const second = core.connect();
    second.subscribe("private-a");
    const event = { event: "client-x", channel: "private-a", data: {} };
    for (const client of [sender, second]) for (let sent = 0; sent < 6; sent += 1) client.send(event);
    expect(other.wire.take()).toHaveLength(12);
    core.clock.advance(1000);
    for (const { connection } of [sender, second]) if (connection) bind(connection, "1", "session", core.parts);
    for (const client of [sender, second]) for (let sent = 0; sent < 6; sent += 1) client.send(event);
    expect(other.wire.take()).toHaveLength(10);
  });

  test("[LIVE-5] whispers end with the subscription", () => {
    const { sender, other } = startPair();
    sender.send({ event: "pusher:unsubscribe", data: { channel: "presence-a" } });
    sender.send(whisper);
    expect(sender.wire.take()).toMatchObject([{ data: { code: 4301 } }]);
    expect(other.wire.take()).toEqual([]);
  });
});
