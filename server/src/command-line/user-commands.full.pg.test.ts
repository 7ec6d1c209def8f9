import type { RoomHeads } from "@cuplaj/protocol/events.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { expect, test } from "vitest";
import { call, signIn } from "../testing/http-calls.ts";
import { openRawSocket } from "../testing/raw-socket.ts";
import { runHere, startHere } from "../testing/server-here.ts";
import { initialisedFolder } from "../testing/server-process.ts";

async function startDemo() {
  const settings = { DATA_DIR: initialisedFolder("demo"), DEMO: "1" };
  const { url } = await startHere(settings);
  const { body } = await call(url, "/api/v1/settings");
  const connect = async (username: string, realm: "login" | "erp/login" = "login") => {
    const token = await signIn(url, username, realm);
    const { id } = (await call(url, "/api/v1/me", { token })).body["user"] as { id: number };
    const socket = await openRawSocket(`${url.replace("http", "ws")}/app/${String(body["pusher_key"])}`);
    const channel = `private-user.${id}`;
    const asked = { socket_id: socket.socketId, channel_name: channel };
    const signed = await call(url, "/api/broadcasting/auth", { token, body: asked });
    socket.send("pusher:subscribe", { channel, ...signed.body });
    await socket.frame(({ event }) => event === "pusher_internal:subscription_succeeded");
    return { token, socket };
  };
  return { settings, url, connect };
}

test("[LIVE-8] after `user disable` and `user password` the person's live sockets are closed with 4009, no others", async () => {
  const { settings, url, connect } = await startDemo();
  const [ana, mihai, mia] = [await connect("ana"), await connect("mihai"), await connect("mia")];
  const ends = [
    [ana, ["user", "disable", "--username", "ana"], ""],
    [mihai, ["user", "password", "--username", "mihai", "--password-stdin"], "a new password"],
  ] as const;
  for (const [{ token, socket }, words, input] of ends) {
    expect((await runHere(words, settings, input)).exitCode).toBe(0);
    expect(await socket.closed).toBe(4009);
    expect((await call(url, "/api/v1/me", { token })).status).toBe(401);
  }
  mia.socket.send("pusher:ping", {});
  await mia.socket.frame(({ event }) => event === "pusher:pong");
  mia.socket.close();
});

test("[ACT-2e] after `user disable` members of rooms that the person held see that nobody holds them", async () => {
  const { settings, url, connect } = await startDemo();
  const { token, socket } = await connect("ana");
  const view = async (): Promise<Room> =>
    ((await call(url, "/api/v1/chat/oferta.10001", { token })).body as unknown as { chats: [Room] }).chats[0];
  const before = await view();
  expect(before.taken_over_by?.name).toMatch(/^Radu/u);
  expect((await runHere(["user", "disable", "--username", "radu"], settings)).exitCode).toBe(0);
  const ended = before.last_seq + 2;
  await socket.frame(
    ({ event, data }) =>
      event === "RoomHeads" &&
      (data as RoomHeads).heads.some(({ id, last_seq: seq }) => id === before.id && seq === ended),
  );
  expect(await view()).toMatchObject({ taken_over_by: null, take_over: null, last_seq: ended });
  socket.close();
});

test("[PERM-1c] after `user role` the person's sockets reconnect (4200), and their next call has the new role", async () => {
  const { settings, url, connect } = await startDemo();
  const [radu, mia] = [await connect("radu", "erp/login"), await connect("mia")];
  const rolesOf = async ({ token }: { token: string }) =>
    ((await call(url, "/api/v1/me", { token })).body["user"] as { roles: { name: string }[] }).roles.map(
      ({ name }) => name,
    );
  expect(await rolesOf(radu)).toEqual(["Operator"]);
  const changed = await runHere(["user", "role", "--username", "radu", "--role", "Admin"], settings);
  expect(changed.exitCode).toBe(0);
  expect(await radu.socket.closed).toBe(4200);
  expect(await rolesOf(radu)).toEqual(["Admin"]);
  mia.socket.send("pusher:ping", {});
  await mia.socket.frame(({ event }) => event === "pusher:pong");
  mia.socket.close();
});
