import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect, test } from "vitest";
import type { StatementPool } from "../storage/named-statement.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createUnsureSends } from "./unsure-sends.ts";

let losesPublications = false;
/** A connection that can break after the commit and before the answer. */
const pool: Pick<StatementPool, "query"> = {
  query: (async (statement: pg.QueryConfig) => {
    const result = await api.pool.query(statement);
    if (losesPublications && statement.name === "messages-publish") throw new Error("Connection terminated");
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

test("[ERR-3] a message whose commit nobody heard of is told when its sender tries again, once", async () => {
  const clientId = randomUUID();
  told.length = 0;
  losesPublications = true;
  expect((await publish("Bună ziua", clientId)).status).toBe(503);
  expect((await publish("Bună ziua", clientId)).status).toBe(503);
  losesPublications = false;
  expect(told).toEqual([]);
  const { body: later } = await publish("alta", randomUUID());
  const { status, body } = await publish("Bună ziua", clientId);
  expect(status).toBe(200);
  expect(told.at(-1)).toMatchObject({
    event: "ChatMessage",
    data: {
      message: { id: body.message.id, client_id: clientId, message: "Bună ziua", unread: true },
      room: { id: room, last_seq: later.message.seq },
    },
  });
  expect(told.at(-1)?.channels).toEqual(told.at(-2)?.channels);
  const before = told.length;
  expect((await publish("Bună ziua", clientId)).status).toBe(200);
  expect(told).toHaveLength(before);
});

test("[ERR-3] of sends that nobody asks for again only the latest are remembered", () => {
  const unsure = createUnsureSends(2);
  for (const clientId of ["a", "b", "c"]) unsure.remember(1, clientId);
  expect(["a", "b", "c"].map((clientId) => unsure.has(1, clientId))).toEqual([false, true, true]);
  expect(unsure.has(2, "b")).toBe(false);
  unsure.settle(1, "b");
  expect(unsure.has(1, "b")).toBe(false);
});
