import { beforeEach, expect, test } from "vitest";
import { startTestApi } from "../testing/test-api.ts";

const { people, call, noted } = await startTestApi();
const { ana, mihai, radu, nou } = people;
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(ana, "POST", `/api/v1/publish/${room}`, { message: "salut" });

beforeEach(() => {
  noted.length = 0;
});

test.each([
  ["a room of others", mihai, "GET", `/api/v1/chat/${room}`, undefined, 404, "viewRoom"],
  ["its messages", mihai, "GET", `/api/v1/chat/${room}/1`, undefined, 404, "listMessages"],
  ["what is not there", ana, "GET", "/api/v1/chat/987654", undefined, 404, "viewRoom"],
  ["writing where one only looks in", radu, "POST", `/api/v1/publish/${room}`, { message: "a" }, 403, "publishMessage"],
  ["the list without a role", nou, "GET", "/api/v1/all/1", undefined, 403, "listRooms"],
] as const)("[SEC-6] a refusal by rule is noted: %s", async (...[, person, method, url, ...rest]) => {
  const [body, status, what] = rest;
  expect((await call(person, method, url, body)).status).toBe(status);
  expect(noted).toEqual([{ event: "access.refused", who: person.id, what, from: "127.0.0.1" }]);
});

test("[SEC-6] unknown paths, invalid values and invalid tokens are not access refusals", async () => {
  expect((await call(ana, "GET", "/api/v1/nope")).status).toBe(404);
  expect((await call(ana, "POST", "/api/v1/join", {})).status).toBe(422);
  expect((await call(null, "GET", "/api/v1/me")).status).toBe(401);
  expect(noted).toEqual([]);
});

test("[SEC-6] reading a room as a visitor is logged: the room, its history, its events", async () => {
  await call(radu, "GET", `/api/v1/chat/${room}`);
  await call(radu, "GET", `/api/v1/chat/${room}/1`);
  await call(radu, "POST", "/api/v1/sync", { cursors: { [room]: 1 } });
  const visit = { event: "room.read-without-membership", who: radu.id, what: String(room), from: "127.0.0.1" };
  expect(noted).toEqual([visit, visit, visit]);
});

test("[SEC-6] reads of members are not logged, nor those of visitors who get nothing new", async () => {
  await call(ana, "GET", `/api/v1/chat/${room}`);
  await call(ana, "GET", `/api/v1/chat/${room}/1`);
  await call(ana, "POST", "/api/v1/sync", { cursors: { [room]: 0 } });
  await call(radu, "POST", "/api/v1/sync", { cursors: { [room]: 2 } });
  await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
  await call(radu, "GET", `/api/v1/chat/${room}`);
  expect(noted).toEqual([]);
});
