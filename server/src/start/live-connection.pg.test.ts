import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { createAdmitSubscriptions } from "../channel-authorization/admit-subscriptions.ts";
import { createAccessStore } from "../channel-authorization/store.pg.ts";
import { createLiveConnection } from "./live-connection.ts";
import { silentLog } from "../kernel/log.ts";
import { createMemoryBus } from "../realtime/bus.ts";
import { RealtimeServer } from "../realtime/realtime-server.ts";
import { defaultRealtimeLimits } from "../realtime/limits.ts";
import type { BroadcastMark } from "../realtime/realtime-options.ts";
import { audienceOf } from "../rooms/broadcast-entry.ts";
import type { Person } from "../testing/people.ts";
import { openRawSocket, type RawSocket, type ReceivedFrame } from "../testing/raw-socket.ts";
import { startTestApi } from "../testing/test-api.ts";
import { validateWhisper } from "../channel-authorization/validate-whisper.ts";

const marks: BroadcastMark[] = [];
const audiences: (readonly string[])[] = [];
const realtime = new RealtimeServer({
  apps: [
    {
      id: "1",
      key: "key",
      secret: "a secret of the test",
      clientEvents: validateWhisper,
      admit: (asked) => admit(asked),
    },
  ],
  bus: createMemoryBus().link(),
  clock: systemClock,
  log: silentLog,
  limits: { ...defaultRealtimeLimits, socketsPerAddressPerMinuteMax: 1000 },
  allowedOrigins: "any",
  addressOf: () => "127.0.0.1",
  hooks: {
    onBroadcast: (mark) => marks.push(mark) > 0,
    audienceOf(channels) {
      audiences.push(channels);
      return audienceOf(channels);
    },
  },
});
const live = createLiveConnection(realtime, "1");
const api = await startTestApi({ live });
const { people, call, app, database } = api;
const admit = createAdmitSubscriptions({ store: createAccessStore(api.pool), clock: systemClock, log: silentLog });
const { ana, radu, mia, mihai } = people;
await app.listen({ host: "127.0.0.1", port: 0 });
app.server.on("upgrade", (request, socket, head) => realtime.handleUpgrade(request, socket, head));
const url = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/app/key`;
afterAll(() => realtime.close());

const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const roomChannel = "presence-oferta.10001";
const ownChannel = ({ id }: Person) => `private-user.${id}`;

async function connect(person: Person, ...channels: string[]): Promise<RawSocket> {
  const socket = await openRawSocket(url);
  for (const channel of channels) {
    const { status, body } = await call(person, "POST", "/api/broadcasting/auth", {
      socket_id: socket.socketId,
      channel_name: channel,
    });
    expect(status).toBe(200);
    socket.send("pusher:subscribe", { channel, ...body });
    await socket.frame(isFrame("pusher_internal:subscription_succeeded", channel));
  }
  return socket;
}

const isFrame = (event: string, channel?: string) => (frame: ReceivedFrame) =>
  frame.event === event && (channel === undefined || frame.channel === channel);
const messagesOf = ({ frames }: RawSocket) => frames.filter(isFrame("ChatMessage"));

describe("over real sockets", () => {
  test("[LIVE-2] the realtime server accepts the API's signatures, with the signed identity", async () => {
    const socket = await connect(ana, roomChannel, ownChannel(ana));
    const here = await socket.frame(isFrame("pusher_internal:subscription_succeeded", roomChannel));
    expect(here.data).toMatchObject({
      presence: {
        ids: [String(ana.id)],
        hash: { [ana.id]: { id: ana.id, name: ana.name, customer: true, erp: false, agent: false } },
      },
    });
    socket.close();
  });

  test("[LIVE-2] authorizations in a batch equal single ones", async () => {
    const socket = await openRawSocket(url);
    const { body } = await call(ana, "POST", "/api/broadcasting/auth/batch", {
      socket_id: socket.socketId,
      channel_names: [roomChannel, ownChannel(ana), ownChannel(radu), "private-user.x", "presence-oferta.10005"],
    });
    expect(Object.keys(body.channels)).toHaveLength(5);
    expect(body.channels).toMatchObject({
      [ownChannel(radu)]: null,
      "private-user.x": null,
      "presence-oferta.10005": null,
    });
    for (const channel of [roomChannel, ownChannel(ana)]) {
      socket.send("pusher:subscribe", { channel, ...body.channels[channel] });
      await socket.frame(isFrame("pusher_internal:subscription_succeeded", channel));
    }
    socket.close();
  });

  test("[ROOM-6b] all messages of a room share one list of recipients", async () => {
    const socket = await connect(ana, roomChannel);
    audiences.length = 0;
    for (const message of ["una", "alta"]) await call(radu, "POST", `/api/v1/publish/${room}`, { message });
    await expect.poll(() => messagesOf(socket).length).toBe(2);
    expect(audiences).toHaveLength(2);
    // `audienceOf` caches by the identity of the list.
    expect(audiences[0]).toBe(audiences[1]);
    socket.close();
  });

  test("[LIVE-4] a message reaches the room's sockets and the members' own, each once, including the sender's", async () => {
    const both = await connect(ana, roomChannel, ownChannel(ana));
    const roomOnly = await connect(radu, roomChannel);
    const ownOnly = await connect(radu, ownChannel(radu));
    const outsider = await connect(mihai, ownChannel(mihai));
    const { message } = (await call(ana, "POST", `/api/v1/publish/${room}`, { message: "Bună ziua" })).body;
    for (const socket of [both, roomOnly, ownOnly]) {
      const { data } = await socket.frame(isFrame("ChatMessage"));
      expect(data).toMatchObject({
        message: { id: message.id, seq: message.seq, message: "Bună ziua" },
        room: { id: room, last_seq: message.seq },
      });
    }
    const second = (await call(radu, "POST", `/api/v1/publish/${room}`, { message: "Bună!" })).body.message;
    for (const socket of [both, roomOnly, ownOnly]) {
      await socket.frame(
        ({ event, data }) => event === "ChatMessage" && (data as { message: { id: number } }).message.id === second.id,
      );
      expect(messagesOf(socket)).toHaveLength(2);
    }
    expect(messagesOf(outsider)).toEqual([]);
    for (const socket of [both, roomOnly, ownOnly, outsider]) socket.close();
  });

  test("[LIVE-5] a typing whisper reaches the others with the signed name, whatever name was sent", async () => {
    const [writer, reader] = [await connect(ana, roomChannel), await connect(radu, roomChannel)];
    writer.send("client-typing", { name: "Altcineva", channel: roomChannel }, roomChannel);
    const { data } = await reader.frame(isFrame("client-typing"));
    expect(data).toEqual({ name: ana.name, channel: roomChannel, user_id: String(ana.id) });
    expect(writer.frames.some(isFrame("client-typing"))).toBe(false);
    writer.close();
    reader.close();
  });

  test("[LIVE-6] a room shows its present people, each once", async () => {
    const sockets = [await connect(radu, roomChannel), await connect(radu, roomChannel)];
    const online = async () => (await call(ana, "GET", `/api/v1/chat/${room}`)).body.chats[0].online;
    expect(await online()).toContainEqual({ id: radu.id, name: radu.name, customer: false, erp: true, agent: false });
    expect((await online()).filter(({ id }: { id: number }) => id === radu.id)).toHaveLength(1);
    for (const socket of sockets) socket.close();
  });

  test("[AUTH-4] logging out closes that session's sockets with 4009 and leaves the other device's open", async () => {
    const login = async () => {
      const { hashToken, makeToken } = await import("../sign-in/token.ts");
      const token = makeToken();
      const now = "2036-01-01T00:00:00Z";
      await database
        .insertInto("tokens")
        .values({ hash: hashToken(token), participant_id: mia.id, created_at: now, last_used_at: now })
        .execute();
      return { ...mia, token };
    };
    const [phone, desk] = [await login(), await login()];
    const [phoneSocket, deskSocket] = [await connect(phone, ownChannel(mia)), await connect(desk, ownChannel(mia))];
    expect((await call(phone, "POST", "/api/v1/logout")).status).toBe(200);
    expect(await phoneSocket.closed).toBe(4009);
    deskSocket.send("pusher:ping", {});
    await deskSocket.frame(isFrame("pusher:pong"));
    const { status } = await call(phone, "POST", "/api/broadcasting/auth", {
      socket_id: "1.2",
      channel_name: ownChannel(mia),
    });
    expect(status).toBe(401);
    deskSocket.close();
  });
});

test("[OPS-6a] an event for everybody here reaches each socket once, whichever room it is in", async () => {
  const sockets = [await connect(ana, ownChannel(ana), roomChannel), await connect(radu, ownChannel(radu))];
  live.broadcastToAllHere("StorageUpdated", { trouble: "full" });
  live.broadcastToAllHere("StorageUpdated", { trouble: null });
  const received = ({ frames }: RawSocket) => frames.filter(isFrame("StorageUpdated")).map(({ data }) => data);
  for (const socket of sockets) {
    await expect.poll(() => received(socket).length).toBe(2);
    expect(received(socket)).toEqual([{ trouble: "full" }, { trouble: null }]);
    socket.close();
  }
});

test("[MSG-5a] every event of a room's log is broadcast with its room and `seq`, heads without", async () => {
  const id = (await call(mihai, "POST", "/api/v1/join", { type: 1, channel: 10_005 })).body.chat.id;
  marks.length = 0;
  await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_005 });
  await call(mihai, "POST", `/api/v1/publish/${id}`, { message: "salut" });
  await call(radu, "POST", `/api/v1/read/${id}`);
  live.broadcastHere("RoomHeads", [ownChannel(mihai)], { epoch: "one", heads: [{ id, last_seq: 99 }] });
  await call(radu, "POST", `/api/v1/leave/${id}`);
  expect(marks).toEqual([2, 3, 4, 5].map((seq) => [String(id), seq]));
});

describe("leaving a room", () => {
  const isAbout = (id: number) => (frame: ReceivedFrame) => {
    const { room: head, room_id: roomId } = frame.data as { room?: { id: number }; room_id?: number };
    return head?.id === id || roomId === id;
  };

  test("[ROOM-6b] sockets of a former member receive nothing more, however they subscribed or retry", async () => {
    const { id } = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_002 })).body.chat;
    await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_002 });
    const channel = "presence-oferta.10002";
    const sockets = [
      await connect(radu, channel),
      await connect(radu, ownChannel(radu)),
      await connect(radu, channel, ownChannel(radu)),
    ];
    const stays = await connect(ana, channel, ownChannel(ana));
    const signed = await Promise.all(
      sockets.map(
        async ({ socketId }) =>
          (await call(radu, "POST", "/api/broadcasting/auth", { socket_id: socketId, channel_name: channel })).body,
      ),
    );
    const publisher = { isAtWork: true };
    const publishing = (async () => {
      while (publisher.isAtWork) await call(ana, "POST", `/api/v1/publish/${id}`, { message: "salut" });
    })();
    await Promise.all(sockets.map((socket) => socket.frame(isAbout(id))));
    expect((await call(radu, "POST", `/api/v1/leave/${id}`)).body).toEqual({ left: true });
    await stays.frame(isFrame("pusher_internal:member_removed", channel));
    // After a round trip, everything sent before it has arrived, and nothing more may follow.
    const roundTrip = async (socket: RawSocket) => {
      const before = socket.frames.filter(isFrame("pusher:pong")).length;
      socket.send("pusher:ping", {});
      await expect.poll(() => socket.frames.filter(isFrame("pusher:pong")).length).toBeGreaterThan(before);
    };
    await Promise.all(sockets.map(roundTrip));
    const received = sockets.map(({ frames }) => frames.filter(isAbout(id)));
    expect(received.map((frames) => frames.at(-1))).toMatchObject(
      sockets.map(() => ({ event: "RoomUpdated", data: { left: { id: radu.id }, members_total: 1 } })),
    );
    const seen = stays.frames.filter(isFrame("ChatMessage")).length;
    sockets.forEach((socket, index) => socket.send("pusher:subscribe", { channel, ...signed[index] }));
    await Promise.all(sockets.map((socket) => socket.frame(isFrame("pusher:subscription_error", channel))));
    await expect.poll(() => stays.frames.filter(isFrame("ChatMessage")).length).toBeGreaterThan(seen + 20);
    publisher.isAtWork = false;
    await publishing;
    await Promise.all(sockets.map(roundTrip));
    expect(sockets.map(({ frames }) => frames.filter(isAbout(id)))).toEqual(received);
    for (const socket of [...sockets, stays]) socket.close();
  });

  test("[ROOM-6d] joining again restores the room's events to sockets that subscribe", async () => {
    const { id } = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_002 })).body.chat;
    await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_002 });
    const channel = "presence-oferta.10002";
    const socket = await connect(radu, channel);
    await call(radu, "POST", `/api/v1/leave/${id}`);
    await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_002 });
    const { body } = await call(radu, "POST", "/api/broadcasting/auth", {
      socket_id: socket.socketId,
      channel_name: channel,
    });
    const before = socket.frames.length;
    socket.send("pusher:subscribe", { channel, ...body });
    await expect
      .poll(() => socket.frames.slice(before).some(isFrame("pusher_internal:subscription_succeeded")))
      .toBe(true);
    const { message } = (await call(ana, "POST", `/api/v1/publish/${id}`, { message: "din nou" })).body;
    await socket.frame(
      ({ event, data }) => event === "ChatMessage" && (data as { message: { id: number } }).message.id === message.id,
    );
    socket.close();
  });
});
