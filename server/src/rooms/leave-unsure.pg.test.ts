import type pg from "pg";
import { expect, test } from "vitest";
import type { StatementPool } from "../storage/named-statement.ts";
import { startTestApi } from "../testing/test-api.ts";

let losesAnswers = false;
/** A connection that can break after the commit of a leave and before its answer. */
const pool: Pick<StatementPool, "query"> = {
  query: (async (statement: pg.QueryConfig) => {
    const result = await api.pool.query(statement);
    if (losesAnswers && statement.name === "rooms-remove-member") throw new Error("Connection terminated");
    return result;
  }) as unknown as StatementPool["query"],
};
const api = await startTestApi({ pool });
const { people, call, revoked, rechecks } = api;
const { ana, radu } = people;
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const leave = () => call(radu, "POST", `/api/v1/leave/${room}`);

test("[ROOM-6] after a leave whose commit nobody heard of, sockets are compared with memberships", async () => {
  losesAnswers = true;
  expect((await leave()).status).toBe(503);
  losesAnswers = false;
  expect([revoked, rechecks()]).toEqual([[], 1]);
  expect((await leave()).status).toBe(403);
  await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
  expect((await leave()).status).toBe(200);
  expect([revoked, rechecks()]).toEqual([[{ participantId: radu.id, channel: "presence-oferta.10001" }], 1]);
});

test("[MSG-2] the same send again is answered with the stored message also to who has left since, in that room alone", async () => {
  await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
  const other = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_002 })).body.chat.id;
  const sent = { message: "Bună ziua", client_id: "0189d6a2-0000-7000-8000-000000000001" };
  const publish = (to: number, body: object) => call(radu, "POST", `/api/v1/publish/${to}`, body);
  const { body: first } = await publish(room, sent);
  await leave();
  const again = await publish(room, sent);
  expect([again.status, again.body.message.id]).toEqual([200, first.message.id]);
  expect((await publish(other, sent)).status).toBe(403);
  expect((await publish(room, { message: "Bună ziua" })).status).toBe(403);
});
