import { createECDH } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type EndpointName, endpoints } from "@cuplaj/protocol/endpoints.ts";
import { offerToStore } from "../testing/offers-to-store.ts";
import type { People } from "../testing/people.ts";
import { giveFile } from "../testing/stored-files.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call } = api;
const { ana, mia, mihai } = people;

// Room 10001 is Ana's, with Mia in it; 10005 is Mihai's alone. Radu, Vlad and the administrator are in none.
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(mia, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
await call(mihai, "POST", "/api/v1/join", { type: 1, channel: 10_005 });
const { message } = (await call(ana, "POST", `/api/v1/publish/${room}`, { message: "salut" })).body;

const photo = { name: "a.jpg", mime: "image/jpeg", content: Buffer.from("photo"), preview: Buffer.from("preview") };
await giveFile(api, message.id, photo);
const download = `/api/v1/chat/${room}/download/${message.id}/0`;

/** anybody, its customer, another customer, an ERP user, an agent in the room, an agent outside, the administrator, no roles */
const actors = [null, "ana", "mihai", "radu", "mia", "vlad", "admin", "nou"] as const satisfies (keyof People | null)[];
interface Row {
  readonly name: EndpointName;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: object;
  readonly statuses: readonly number[];
}
const push = {
  endpoint: "http://127.0.0.1:9/a",
  keys: { p256dh: createECDH("prime256v1").generateKeys("base64url"), auth: "A".repeat(22) },
};
const socket = { socket_id: "123.456" };
const tus = { "tus-resumable": "1.0.0" };
const partHeaders = { "upload-offset": "0", "content-type": "application/offset+octet-stream" };
const noUpload = "0189d6a2-0000-7000-8000-00000000f11e";

/**
 * Who gets which answer, for every call of the contract. Joining and leaving stand last, since they change who is inside.
 */
const matrix: readonly Row[] = [
  { name: "settings", url: "/api/v1/settings", statuses: [200, 200, 200, 200, 200, 200, 200, 200] },
  { name: "login", url: "/api/v1/login", body: {}, statuses: [422, 422, 422, 422, 422, 422, 422, 422] },
  { name: "erpLogin", url: "/api/v1/erp/login", body: {}, statuses: [422, 422, 422, 422, 422, 422, 422, 422] },
  { name: "embedLogin", url: "/api/v1/embed/login", body: {}, statuses: [422, 422, 422, 422, 422, 422, 422, 422] },
  { name: "me", url: "/api/v1/me", statuses: [401, 200, 200, 200, 200, 200, 200, 200] },
  {
    name: "changeLanguage",
    url: "/api/v1/me",
    body: { locale: "ro" },
    statuses: [401, 200, 200, 200, 200, 200, 200, 200],
  },
  {
    name: "changePassword",
    url: "/api/v1/me/password",
    body: { current: "alta", password: "o parolă nouă" },
    statuses: [401, 422, 422, 422, 422, 422, 422, 422],
  },
  {
    name: "chooseNotifications",
    url: "/api/v1/me/notifications",
    body: { privacy: "who", quiet: null },
    statuses: [401, 200, 200, 200, 200, 200, 200, 200],
  },
  // The first one has it, and with its keys everybody else after them.
  {
    name: "subscribePush",
    url: "/api/v1/subscribePush",
    body: push,
    statuses: [401, 200, 200, 200, 200, 200, 200, 200],
  },
  {
    name: "unsubscribePush",
    url: "/api/v1/unsubscribePush",
    body: push,
    statuses: [401, 200, 200, 200, 200, 200, 200, 200],
  },
  {
    name: "acceptInvitation",
    url: "/api/v1/invitation",
    body: { invitation: "x", password: "o parolă nouă" },
    statuses: [422, 422, 422, 422, 422, 422, 422, 422],
  },
  { name: "listDevices", url: "/api/v1/me/devices", statuses: [401, 200, 200, 200, 200, 200, 200, 200] },
  { name: "signOutDevice", url: "/api/v1/me/devices/987654", statuses: [401, 404, 404, 404, 404, 404, 404, 404] },
  {
    name: "silencePerson",
    url: `/api/v1/silence/${mia.id}/agent`,
    body: { silenced: true },
    statuses: [401, 200, 404, 200, 422, 404, 200, 403],
  },
  ...(["pin", "mute"] as const).map((what) => ({
    name: `${what}Room` as const,
    url: `/api/v1/${what}/${room}`,
    body: { pinned: true, muted: true },
    statuses: [401, 200, 404, 403, 200, 404, 403, 404],
  })),
  {
    name: "markUnread",
    url: `/api/v1/mark-unread/${room}`,
    body: { from: null },
    statuses: [401, 200, 404, 403, 200, 404, 403, 404],
  },
  { name: "listMembers", url: `/api/v1/chat/${room}/members/1`, statuses: [401, 200, 404, 200, 200, 404, 200, 404] },
  { name: "listAudit", url: "/api/v1/audit/1", statuses: [401, 403, 403, 403, 403, 403, 200, 403] },
  { name: "listRooms", url: "/api/v1/all/1", statuses: [401, 200, 200, 200, 200, 200, 200, 403] },
  { name: "listChannels", url: "/api/v1/channels", statuses: [401, 200, 200, 200, 200, 200, 200, 200] },
  { name: "viewRoom", url: `/api/v1/chat/${room}`, statuses: [401, 200, 404, 200, 200, 404, 200, 404] },
  { name: "viewRoom", url: "/api/v1/chat/oferta.10001", statuses: [401, 200, 404, 200, 200, 404, 200, 404] },
  { name: "listMessages", url: `/api/v1/chat/${room}/1`, statuses: [401, 200, 404, 200, 200, 404, 200, 404] },
  {
    name: "publishMessage",
    url: `/api/v1/publish/${room}`,
    body: { message: "salut" },
    statuses: [401, 201, 404, 403, 201, 404, 403, 404],
  },
  {
    name: "editMessage",
    url: `/api/v1/chat/${room}/message/${message.id}`,
    body: { message: "salut!" },
    statuses: [401, 200, 404, 403, 403, 404, 403, 404],
  },
  {
    name: "listEdits",
    url: `/api/v1/chat/${room}/message/${message.id}/edits/1`,
    statuses: [401, 403, 404, 403, 403, 404, 200, 404],
  },
  {
    name: "actOnMessage",
    url: `/api/v1/chat/${room}/action/${message.id}/2/customer`,
    statuses: [401, 200, 404, 403, 200, 404, 403, 404],
  },
  {
    name: "actOnMessage",
    url: `/api/v1/chat/${room}/action/${message.id}/1/customer`,
    statuses: [401, 403, 404, 403, 200, 404, 403, 404],
  },
  {
    name: "handOver",
    url: `/api/v1/chat/${room}/hand-over`,
    body: { to: ana.id },
    statuses: [401, 403, 404, 403, 422, 404, 403, 404],
  },
  {
    name: "listActions",
    url: `/api/v1/chat/${room}/message/${message.id}/actions/1`,
    statuses: [401, 200, 404, 200, 200, 404, 200, 404],
  },
  {
    name: "uploadFile",
    url: `/api/v1/publish/${room}/upload`,
    body: { upload: noUpload, client_id: noUpload },
    statuses: [401, 422, 404, 403, 422, 404, 403, 404],
  },
  {
    name: "createUpload",
    url: "/api/v1/uploads",
    headers: { ...tus, "upload-length": "10" },
    statuses: [401, 201, 201, 201, 201, 201, 201, 403],
  },
  ...(["viewUpload", "appendUpload", "removeUpload"] as const).map((name) => ({
    name,
    url: `/api/v1/uploads/${noUpload}`,
    ...(name === "appendUpload" ? { body: "x" } : {}),
    headers: { ...tus, ...(name === "appendUpload" ? partHeaders : {}) },
    statuses: [401, 404, 404, 404, 404, 404, 404, 403],
  })),
  { name: "markRead", url: `/api/v1/read/${room}`, body: {}, statuses: [401, 200, 404, 403, 200, 404, 403, 404] },
  { name: "downloadFile", url: download, statuses: [401, 200, 404, 200, 200, 404, 200, 404] },
  { name: "downloadFile", url: `${download}?preview=1`, statuses: [401, 200, 404, 200, 200, 404, 200, 404] },
  { name: "playFile", url: download, statuses: [401, 200, 404, 200, 200, 404, 200, 404] },
  { name: "listFiles", url: `/api/v1/chat/${room}/files/1`, statuses: [401, 200, 404, 200, 200, 404, 200, 404] },
  { name: "sync", url: "/api/v1/sync", body: { cursors: {} }, statuses: [401, 200, 200, 200, 200, 200, 200, 403] },
  {
    name: "lookupUsers",
    url: "/api/v1/users",
    body: { customers: [1] },
    statuses: [401, 200, 200, 200, 200, 200, 200, 200],
  },
  {
    name: "searchChats",
    url: "/api/v1/search",
    body: { search: "frână" },
    statuses: [401, 200, 200, 200, 200, 200, 200, 403],
  },
  {
    name: "searchChats",
    url: "/api/v1/search",
    body: { search: "frână", room_id: room },
    statuses: [401, 200, 404, 404, 200, 404, 404, 403],
  },
  { name: "viewOffer", url: "/api/v1/oferta/10001", statuses: [401, 200, 404, 200, 200, 200, 200, 404] },
  {
    name: "decideLine",
    url: "/api/v1/oferta/10001/line/987654/accept",
    body: { version: 1 },
    statuses: [401, 404, 404, 403, 403, 403, 403, 404],
  },
  {
    name: "storeOffer",
    url: "/api/v1/erp/offers/10001",
    body: offerToStore(ana, 1, { status: "draft" }),
    statuses: [401, 403, 403, 409, 403, 403, 409, 403],
  },
  {
    name: "authorizeChannel",
    url: "/api/broadcasting/auth",
    body: { ...socket, channel_name: "presence-oferta.10001" },
    statuses: [401, 200, 403, 403, 200, 403, 403, 403],
  },
  {
    name: "authorizeChannel",
    url: "/api/broadcasting/auth",
    body: { ...socket, channel_name: `private-user.${ana.id}` },
    statuses: [401, 200, 403, 403, 403, 403, 403, 403],
  },
  {
    name: "authorizeChannels",
    url: "/api/broadcasting/auth/batch",
    body: { ...socket, channel_names: ["presence-oferta.10001"] },
    statuses: [401, 200, 200, 200, 200, 200, 200, 200],
  },
  {
    name: "deleteMessage",
    url: `/api/v1/chat/${room}/message/${message.id}`,
    statuses: [401, 200, 404, 403, 403, 404, 403, 404],
  },
  {
    name: "joinRoom",
    url: "/api/v1/join",
    body: { type: 1, channel: 10_001 },
    statuses: [401, 200, 404, 200, 200, 200, 200, 404],
  },
  {
    name: "joinRoom",
    url: "/api/v1/join",
    body: { type: 1, channel: 99_999 },
    statuses: [401, 404, 404, 404, 404, 404, 404, 404],
  },
  { name: "leaveRoom", url: `/api/v1/leave/${room}`, statuses: [401, 200, 404, 200, 200, 200, 200, 404] },
  { name: "logout", url: "/api/v1/logout", statuses: [401, 200, 200, 200, 200, 200, 200, 200] },
];

describe("who may do what", () => {
  test("[PERM-1] every call of the contract stands in the matrix", () => {
    expect(Object.keys(endpoints).filter((name) => matrix.every((row) => row.name !== name))).toEqual([]);
  });

  test.each(matrix)(
    "[PERM-1] $name $url answers each person as it should",
    async ({ name, url, body, headers, statuses }) => {
      const answers: number[] = [];
      for (const actor of actors) {
        const person = actor === null ? null : people[actor];
        answers.push((await call(person, endpoints[name].method, url, body, headers)).status);
      }
      expect(Object.fromEntries(actors.map((actor, index) => [actor ?? "anybody", answers[index]]))).toEqual(
        Object.fromEntries(actors.map((actor, index) => [actor ?? "anybody", statuses[index]])),
      );
    },
  );
});
