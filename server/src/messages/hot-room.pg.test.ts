import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { userChannel } from "@cuplaj/protocol/channels.ts";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { createLiveConnection } from "../start/live-connection.ts";
import { silentLog } from "../kernel/log.ts";
import { createMemoryBus } from "../realtime/bus.ts";
import { RealtimeServer } from "../realtime/realtime-server.ts";
import { defaultRealtimeLimits } from "../realtime/limits.ts";
import { hashToken, makeToken } from "../sign-in/token.ts";
import type { Person } from "../testing/people.ts";
import { openRawSocket } from "../testing/raw-socket.ts";
import { until } from "../testing/server-process.ts";
import { startTestApi } from "../testing/test-api.ts";
import { validateWhisper } from "../channel-authorization/validate-whisper.ts";

const realtime = new RealtimeServer({
  apps: [{ id: "1", key: "key", secret: "a secret of the test", clientEvents: validateWhisper }],
  bus: createMemoryBus().link(),
  clock: systemClock,
  log: silentLog,
  limits: defaultRealtimeLimits,
  allowedOrigins: "any",
  addressOf: () => "127.0.0.1",
});
const api = await startTestApi({ live: createLiveConnection(realtime, "1") });
const { people, call, app, database } = api;
const address = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
app.server.on("upgrade", (request, socket, head) => realtime.handleUpgrade(request, socket, head));
afterAll(() => realtime.close());

const sendersTotal = 20;
const messagesEach = 25;
const room = (await call(people.ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;

async function addSender(_: unknown, number: number): Promise<Person> {
  const person = { kind: "agent", name: `Agent ${number}`, username: `agent${number}` } as const;
  const added = database
    .insertInto("participants")
    .values({ ...person, password_hash: "none" })
    .returning("id");
  const { id } = await added.executeTakeFirstOrThrow();
  const [token, now] = [makeToken(), isoTime(systemClock.now())];
  const row = { hash: hashToken(token), participant_id: id, created_at: now, last_used_at: now };
  await database.insertInto("tokens").values(row).execute();
  await database.insertInto("participant_roles").values({ participant_id: id, role: "Agent" }).execute();
  await call({ ...person, id, token }, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
  return { ...person, id, token };
}

/** Subscribes to channels and collects the `seq`s of the room's events in order of arrival. */
async function observe(person: Person, ...channels: string[]) {
  const socket = await openRawSocket(`ws://${address.host}/app/key`);
  for (const channel of channels) {
    const { body } = await call(person, "POST", "/api/broadcasting/auth", {
      socket_id: socket.socketId,
      channel_name: channel,
    });
    socket.send("pusher:subscribe", { channel, ...body });
    await socket.frame(
      (frame) => frame.event === "pusher_internal:subscription_succeeded" && frame.channel === channel,
    );
  }
  const logged = new Set(["ChatMessage", "MessagesRead", "RoomUpdated"]);
  return () =>
    socket.frames
      .filter(({ event }) => logged.has(event))
      .map(({ event, data }) => {
        const {
          message,
          room: head,
          seq,
        } = data as { message: { seq: number }; room: { last_seq: number }; seq: number };
        return event === "ChatMessage" ? message.seq : event === "RoomUpdated" ? head.last_seq : seq;
      });
}

test("[MSG-5a] with 20 senders, 500 messages and reads in between, every observer gets every seq once and in order", async () => {
  const senders = await Promise.all(Array.from({ length: sendersTotal }, addSender));
  const [first, second] = senders;
  if (first === undefined || second === undefined) throw new Error("nobody sends");
  const channel = "presence-oferta.10001";
  const observers = [
    await observe(people.ana, channel),
    await observe(first, userChannel(first.id)),
    await observe(second, userChannel(second.id), channel),
  ];
  const { rows } = await api.pool.query("select last_seq from rooms where id = $1", [room]);
  const before: number = rows[0].last_seq;
  await Promise.all(
    senders.map(async (sender) => {
      for (let number = 0; number < messagesEach; number += 1) {
        const { status } = await call(sender, "POST", `/api/v1/publish/${room}`, {
          message: `${sender.name}: ${number}`,
          client_id: randomUUID(),
        });
        expect(status).toBe(201);
        if (number % 10 === 0) await call(people.ana, "POST", `/api/v1/read/${room}`);
      }
    }),
  );
  const { rows: after } = await api.pool.query("select last_seq from rooms where id = $1", [room]);
  const last: number = after[0].last_seq;
  expect(last - before).toBeGreaterThan(sendersTotal * messagesEach);
  const expected = Array.from({ length: last - before }, (_, index) => before + 1 + index);
  for (const seqs of observers) {
    await until(() => (seqs().length >= expected.length ? true : undefined));
    expect(seqs()).toEqual(expected);
  }
});
