import { describe, expect, test } from "vitest";
import { type EndpointName, endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { People } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";

const { people, call } = await startTestApi();
const { ana, mia, mihai } = people;

// Room 10001 is Ana's, with Mia in it; 10005 is Mihai's alone. Radu, Vlad and the administrator are in none.
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(mia, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
await call(mihai, "POST", "/api/v1/join", { type: 1, channel: 10_005 });
const { message } = (await call(ana, "POST", `/api/v1/publish/${room}`, { message: "salut" })).body;

/** anybody, its customer, another customer, an ERP user, an agent in the room, an agent outside, the administrator, no roles */
const actors = [null, "ana", "mihai", "radu", "mia", "vlad", "admin", "nou"] as const satisfies (keyof People | null)[];
interface Row {
  readonly name: EndpointName;
  readonly url: string;
  readonly body?: unknown;
  readonly statuses: readonly number[];
}
const socket = { socket_id: "123.456" };

/**
 * Who gets which answer, for every call of the contract. Joining and leaving stand last, since they change who is inside.
 */
const matrix: readonly Row[] = [
  { name: "settings", url: "/api/v1/settings", statuses: [200, 200, 200, 200, 200, 200, 200, 200] },
  { name: "login", url: "/api/v1/login", body: {}, statuses: [422, 422, 422, 422, 422, 422, 422, 422] },
  { name: "erpLogin", url: "/api/v1/erp/login", body: {}, statuses: [422, 422, 422, 422, 422, 422, 422, 422] },
  { name: "me", url: "/api/v1/me", statuses: [401, 200, 200, 200, 200, 200, 200, 200] },
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
  { name: "markRead", url: `/api/v1/read/${room}`, body: {}, statuses: [401, 200, 404, 403, 200, 404, 403, 404] },
  { name: "sync", url: "/api/v1/sync", body: { cursors: {} }, statuses: [401, 200, 200, 200, 200, 200, 200, 403] },
  {
    name: "lookupUsers",
    url: "/api/v1/users",
    body: { customers: [1] },
    statuses: [401, 200, 200, 200, 200, 200, 200, 200],
  },
  { name: "viewOffer", url: "/api/v1/oferta/10001", statuses: [401, 200, 404, 200, 200, 200, 200, 404] },
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

  test.each(matrix)("[PERM-1] $name $url answers each person as it should", async ({ name, url, body, statuses }) => {
    const answers: number[] = [];
    for (const actor of actors) {
      answers.push((await call(actor === null ? null : people[actor], endpoints[name].method, url, body)).status);
    }
    expect(Object.fromEntries(actors.map((actor, index) => [actor ?? "anybody", answers[index]]))).toEqual(
      Object.fromEntries(actors.map((actor, index) => [actor ?? "anybody", statuses[index]])),
    );
  });
});
