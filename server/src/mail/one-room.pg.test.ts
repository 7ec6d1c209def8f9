import { expect, test } from "vitest";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { hashToken, makeToken } from "../sign-in/token.ts";
import { password, type Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, pool } = api;
const { ana, radu, vlad, admin } = people;

const join = async (person: Person, channel: number) =>
  (await call(person, "POST", "/api/v1/join", { type: 1, channel })).body.chat;
const room = await join(ana, 10_001);
const other = await join(ana, 10_002);
for (const { id } of [room, other]) await call(ana, "POST", `/api/v1/publish/${id}`, { message: "salut" });

async function newLink(person = ana, roomId = room.id): Promise<string> {
  const link = makeToken();
  await pool.query(
    "insert into mail_links (hash, participant_id, room_id, expires_at) values ($1, $2, $3, now() + interval '1 day')",
    [hashToken(link), person.id, roomId],
  );
  return link;
}
const open = (link: string) => call(null, "POST", "/api/v1/mail/open", { link });
async function enter(person = ana, roomId = room.id): Promise<Person> {
  const { status, body } = await open(await newLink(person, roomId));
  expect(status).toBe(200);
  return { ...person, token: body.token };
}
const statusOf = async (person: Person, method: Endpoint["method"], url: string, body?: unknown) =>
  (await call(person, method, url, body)).status;

test("[MAIL-3] a link signs in once, to one room, with the rights to read and answer it", async () => {
  const link = await newLink();
  const { status, body } = await open(link);
  expect([status, body.user]).toMatchObject([
    200,
    {
      id: ana.id,
      only_room: { id: room.id, name: "oferta.10001", channel: "presence-oferta.10001" },
      roles: [{ name: "Link", permissions: ["rooms.view", "messages.publish", "messages.attach"] }],
      rooms: { pinned: [], muted: [], unread: [] },
    },
  ]);
  expect((await open(link)).status).toBe(404);
});

test("[MAIL-3a] only these calls accept a session of one room", async () => {
  const named: [string, Endpoint][] = Object.entries(endpoints);
  const taken = named.filter(([, { takesOneRoom }]) => takesOneRoom !== undefined).map(([name]) => name);
  expect(taken.toSorted()).toEqual([
    "appendUpload",
    "authorizeChannel",
    "authorizeChannels",
    "createUpload",
    "downloadFile",
    "listActions",
    "listChannels",
    "listFiles",
    "listMembers",
    "listMessages",
    "listRooms",
    "logout",
    "markRead",
    "me",
    "playFile",
    "publishMessage",
    "removeUpload",
    "searchChats",
    "sync",
    "uploadFile",
    "viewRoom",
    "viewUpload",
  ]);
  const guest = await enter();
  const guarded = named.filter(([, { access, takesOneRoom }]) => access === undefined && takesOneRoom === undefined);
  expect(guarded.length).toBeGreaterThan(50);
  for (const [name, { method, path }] of guarded)
    expect([name, await statusOf(guest, method, path.replaceAll(/:\w+/gu, "1"))]).toEqual([name, 403]);
});

test("[MAIL-3] reads, answers and marks its room, by any of its names, and learns nothing of another", async () => {
  const guest = await enter();
  for (const name of [String(room.id), "oferta.10001", "presence-oferta.10001"])
    expect(await statusOf(guest, "GET", `/api/v1/chat/${name}`)).toBe(200);
  const sent = await call(guest, "POST", `/api/v1/publish/${room.id}`, { message: "vin mâine" });
  expect([sent.status, sent.body.message.customer.id]).toEqual([201, ana.id]);
  expect(await statusOf(guest, "GET", `/api/v1/chat/${room.id}/1`)).toBe(200);
  expect(await statusOf(guest, "POST", `/api/v1/read/${room.id}`)).toBe(200);
  for (const name of [String(other.id), "oferta.10002", "presence-oferta.10002", "999999"]) {
    expect(await statusOf(guest, "GET", `/api/v1/chat/${name}`)).toBe(404);
    expect(await statusOf(guest, "GET", `/api/v1/chat/${name}/1`)).toBe(404);
    expect(await statusOf(guest, "POST", `/api/v1/publish/${name}`, { message: "x" })).toBe(404);
    expect(await statusOf(guest, "POST", `/api/v1/read/${name}`)).toBe(404);
  }
});

test("[MAIL-3] catching up and lists reveal its room only, even with cursors of others", async () => {
  const guest = await enter();
  const { body } = await call(guest, "POST", "/api/v1/sync", { cursors: { [room.id]: 0, [other.id]: 0 } });
  expect(body.rooms.map(({ id }: { id: number }) => id)).toEqual([room.id]);
  const listed = (await call(guest, "GET", "/api/v1/all/1?filter=all")).body;
  expect([listed.total, listed.chats.map(({ id }: { id: number }) => id)]).toEqual([1, [room.id]]);
  const { channels } = (await call(guest, "GET", "/api/v1/channels")).body;
  expect(channels.map(({ name }: { name: string }) => name)).toEqual(["oferta.10001"]);
  expect([body.chats, Object.keys(body.unread), body.reset]).toEqual([[], [String(room.id)], []]);
});

test("[MAIL-3] subscribes to its room's channel only", async () => {
  const guest = await enter();
  const names = ["presence-oferta.10001", "presence-oferta.10002", `private-user.${ana.id}`];
  const { body } = await call(guest, "POST", "/api/broadcasting/auth/batch", {
    socket_id: "1.2",
    channel_names: names,
  });
  expect(names.map((name) => body.channels[name] !== null)).toEqual([true, false, false]);
  for (const name of names.slice(1))
    expect(await statusOf(guest, "POST", "/api/broadcasting/auth", { socket_id: "1.2", channel_name: name })).toBe(403);
});

test("[MAIL-3] shows among the devices, and ends by signing out, there or here", async () => {
  const [guest, second] = [await enter(), await enter()];
  const before = (await call(ana, "GET", "/api/v1/me/devices")).body.devices;
  expect(await statusOf(guest, "POST", "/api/v1/logout")).toBe(200);
  expect(await statusOf(guest, "GET", "/api/v1/me")).toBe(401);
  const after = (await call(ana, "GET", "/api/v1/me/devices")).body.devices;
  expect(before).toHaveLength(after.length + 1);
  await pool.query("select end_sessions($1, $2)", [ana.id, hashToken(ana.token)]);
  expect(await statusOf(second, "GET", "/api/v1/me")).toBe(401);
});

test("[MAIL-3d] a changed password ends unused links, and so does disabling the account", async () => {
  await join(vlad, 10_001);
  const [link, ofVlad] = [await newLink(), await newLink(vlad)];
  const passwords = { current: password, password: "o parolă mai lungă" };
  expect(await statusOf(ana, "POST", "/api/v1/me/password", passwords)).toBe(200);
  expect((await open(link)).status).toBe(404);
  for (const disabled of [true, false])
    await call(admin, "PUT", `/api/v1/admin/accounts/${vlad.id}/disabled`, { disabled });
  expect((await open(ofVlad)).status).toBe(404);
});

test("[MAIL-3b] a link of somebody who is disabled, or no longer a member, opens nothing, and such a session ends", async () => {
  await join(radu, 10_001);
  const guest = await enter(radu);
  const link = await newLink(radu);
  expect(await statusOf(radu, "POST", `/api/v1/leave/${room.id}`)).toBe(200);
  expect([(await open(link)).status, await statusOf(guest, "GET", "/api/v1/me")]).toEqual([404, 401]);
  const later = await newLink(ana);
  await call(admin, "PUT", `/api/v1/admin/accounts/${ana.id}/disabled`, { disabled: true });
  expect((await open(later)).status).toBe(404);
});
