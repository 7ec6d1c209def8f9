import type pg from "pg";
import { expect, test } from "vitest";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { createRoomStore } from "../rooms/store.pg.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { startTestApi } from "../testing/test-api.ts";

let afterCommit: () => Promise<unknown> = () => Promise.resolve();
/** The process stands still between the commit of a message and hearing of it. */
const pool: Pick<StatementPool, "query"> = {
  query: (async (statement: pg.QueryConfig) => {
    const result = await api.pool.query(statement);
    if (statement.name?.startsWith("messages-publish") === true) await afterCommit();
    return result;
  }) as unknown as StatementPool["query"],
};
const api = await startTestApi({ pool });
const { people, call, told } = api;
const { ana, radu, mia } = people;
const join = (person: typeof ana) => call(person, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const room = (await join(ana)).body.chat.id;
for (const person of [radu, mia]) await join(person);

test("[ROOM-6] a message is not told to whoever left while its process stood still after the commit", async () => {
  const own = (id: number): string => `private-user.${id}`;
  await call(ana, "POST", `/api/v1/publish/${room}`, { message: "la timp" });
  expect(told.at(-1)?.channels).toContain(own(radu.id));
  // As another process does it.
  const leave = () => createRoomStore(api.pool).removeMember(room, radu.id, isoTime(systemClock.now()));
  afterCommit = async () => {
    await leave();
    api.pass(1501);
  };
  await call(ana, "POST", `/api/v1/publish/${room}`, { message: "târziu" });
  expect(told.at(-1)).toMatchObject({ event: "ChatMessage", data: { message: { message: "târziu" } } });
  expect(told.at(-1)?.channels).toContain(own(mia.id));
  expect(told.at(-1)?.channels).not.toContain(own(radu.id));
});
