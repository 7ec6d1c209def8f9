import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect, test } from "vitest";
import type { StatementPool } from "../storage/named-statement.ts";
import { startTestApi } from "../testing/test-api.ts";

let loses: "nothing" | "before the commit" | "after the commit" | "against others" = "nothing";
/** Breaks a publish before or after its commit, or makes it fail as if an author had left. */
const pool: Pick<StatementPool, "query"> = {
  query: (async (statement: pg.QueryConfig) => {
    const isPublish = statement.name?.startsWith("messages-publish") === true;
    if (isPublish && loses === "before the commit") throw new Error("Connection terminated");
    if (statement.name === "messages-publish" && loses === "against others")
      throw Object.assign(new Error("an author left a room"), { code: "40001" });
    const result = await api.pool.query(statement);
    if (isPublish && loses === "after the commit") throw new Error("Connection terminated");
    return result;
  }) as unknown as StatementPool["query"],
};
const api = await startTestApi({ pool: { ...pool, connect: () => api.pool.connect() } });
const { people, call, broadcasts } = api;
const { ana, radu } = people;
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const publish = (message: string, clientId: string) =>
  call(ana, "POST", `/api/v1/publish/${room}`, { message, client_id: clientId });
const broadcastSeqs = () => broadcasts.map(({ data }) => (data as { message: { seq: number } }).message.seq);

test("[MSG-2a] a message whose commit was not confirmed is stored once, and the room's next event reveals the gap before it", async () => {
  const clientId = randomUUID();
  broadcasts.length = 0;
  loses = "after the commit";
  expect((await publish("Bună ziua", clientId)).status).toBe(503);
  expect((await publish("Bună ziua", clientId)).status).toBe(503);
  loses = "nothing";
  const { body: later } = await publish("alta", randomUUID());
  const { status, body } = await publish("Bună ziua", clientId);
  expect([status, body.message.seq]).toEqual([200, later.message.seq - 1]);
  expect(broadcastSeqs()).toEqual([later.message.seq]);
});

test("[MSG-2a] a message that was committed only by the second try is stored and broadcast once", async () => {
  const clientId = randomUUID();
  broadcasts.length = 0;
  loses = "before the commit";
  expect((await publish("abia acum", clientId)).status).toBe(503);
  loses = "nothing";
  const { status, body } = await publish("abia acum", clientId);
  expect([status, broadcastSeqs()]).toEqual([201, [body.message.seq]]);
});

test("[ERR-2c] a send that loses to other processes on every attempt gets 503, and a retry stores it", async () => {
  const clientId = randomUUID();
  broadcasts.length = 0;
  loses = "against others";
  const { status, body, headers } = await publish("răbdător", clientId);
  expect([status, body.code, headers["retry-after"]]).toEqual([503, "unavailable", "1"]);
  expect(broadcasts).toEqual([]);
  loses = "nothing";
  expect((await publish("răbdător", clientId)).status).toBe(201);
});
