import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect, test } from "vitest";
import type { StatementPool } from "../storage/named-statement.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createUnsureSends } from "./unsure-sends.ts";

let losesPublications = false;
let losesBeforeCommit = false;
/** A connection that can break after the commit and before the answer. */
const pool: Pick<StatementPool, "query"> = {
  query: (async (statement: pg.QueryConfig) => {
    if (losesBeforeCommit && statement.name?.startsWith("messages-publish") === true)
      throw new Error("Connection terminated");
    const result = await api.pool.query(statement);
    if (losesPublications && statement.name?.startsWith("messages-publish") === true)
      throw new Error("Connection terminated");
    return result;
  }) as unknown as StatementPool["query"],
};
const api = await startTestApi({ pool });
const { people, call, told } = api;
const { ana, radu } = people;
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const publish = (message: string, clientId: string) =>
  call(ana, "POST", `/api/v1/publish/${room}`, { message, client_id: clientId });

const toldSeqs = () => told.map(({ data }) => (data as { message: { seq: number } }).message.seq);

test("[ERR-3] a message whose commit nobody heard of is told before the next one of its room, once", async () => {
  const clientId = randomUUID();
  told.length = 0;
  losesPublications = true;
  expect((await publish("Bună ziua", clientId)).status).toBe(503);
  expect((await publish("Bună ziua", clientId)).status).toBe(503);
  losesPublications = false;
  expect(told).toEqual([]);
  const { body: later } = await publish("alta", randomUUID());
  expect(toldSeqs()).toEqual([later.message.seq - 1, later.message.seq]);
  const { status, body } = await publish("Bună ziua", clientId);
  expect(status).toBe(200);
  expect(told[0]).toMatchObject({
    event: "ChatMessage",
    data: {
      message: { id: body.message.id, client_id: clientId, message: "Bună ziua", unread: true },
      room: { id: room, last_seq: body.message.seq },
    },
  });
  expect(told[0]?.channels).toEqual(told[1]?.channels);
  expect(told).toHaveLength(2);
});

test("[ERR-3] where nothing else is said it is told when its sender tries again, once", async () => {
  const clientId = randomUUID();
  losesPublications = true;
  expect((await publish("Bună seara", clientId)).status).toBe(503);
  losesPublications = false;
  told.length = 0;
  const { body } = await publish("Bună seara", clientId);
  await publish("Bună seara", clientId);
  expect(toldSeqs()).toEqual([body.message.seq]);
});

test("[ERR-3] a message that everybody knows is not told again because a repetition of it failed", async () => {
  const clientId = randomUUID();
  await publish("știut", clientId);
  told.length = 0;
  api.pass(1000);
  losesPublications = true;
  expect((await publish("știut", clientId)).status).toBe(503);
  losesPublications = false;
  expect((await publish("știut", clientId)).status).toBe(200);
  expect(told).toEqual([]);
});

test("[ERR-3] a message that was committed only by the second try is told once", async () => {
  const clientId = randomUUID();
  losesBeforeCommit = true;
  expect((await publish("abia acum", clientId)).status).toBe(503);
  losesBeforeCommit = false;
  told.length = 0;
  expect((await publish("abia acum", clientId)).status).toBe(201);
  expect(told).toHaveLength(1);
});

test("[ERR-3] of sends that nobody asks for again only the latest are remembered, each with its first time", () => {
  const unsure = createUnsureSends(2);
  const send = (clientId: string, atMs = 1) => ({ roomId: 5, authorId: 1, clientId, atMs, triedAtMs: atMs });
  for (const clientId of ["a", "b", "c"]) unsure.remember(send(clientId));
  expect(unsure.of([5]).map(({ clientId }) => clientId)).toEqual(["b", "c"]);
  expect(unsure.of([6])).toEqual([]);
  unsure.remember(send("b", 9));
  expect(unsure.of([5]).at(-1)).toEqual({ ...send("b"), triedAtMs: 9 });
  unsure.forget(send("b"));
  expect(unsure.of([5])).toEqual([send("c")]);
});
