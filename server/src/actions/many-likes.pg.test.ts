import { likeAction } from "@cuplaj/protocol/action-ids.ts";
import { expect, test } from "vitest";
import { inTransaction } from "../storage/transaction.ts";
import { createActing } from "../testing/acting.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createActionStore } from "./store.pg.ts";

const api = await startTestApi();
const { people, call, pool } = api;
const { ana, mihai, radu, mia } = people;
const { makeRoom, act, everywhere } = createActing(api);
const listed = async (id: number, message: { id: number }, page: number, person = ana) =>
  await call(person, "GET", `/api/v1/chat/${id}/message/${message.id}/actions/${page}`);

test("[ACT-2h] a message with 1,000 likes names the newest 20, the reader's own and the take-over, and pages list each once", async () => {
  const { id, message } = await makeRoom([mia]);
  await act(ana, id, message, "like");
  const held = (await act(mia, id, message, "take-over")).body.action;
  await pool.query(
    `with fans as (
       insert into participants (kind, name, username, password_hash) select 'agent', 'Fan ' || n, 'fan' || n, ''
       from generate_series(1, 999) n returning id
     )
     insert into memberships (room_id, participant_id) select $1, id from fans`,
    [id],
  );
  const { rows: fans } = await pool.query<{ participantId: number }>(
    `select participant_id as "participantId" from memberships
     join participants p on p.id = participant_id where room_id = $1 and p.name like 'Fan %' order by participant_id`,
    [id],
  );
  const like = { messageId: message.id, authorType: "customer", actionId: likeAction, wished: true } as const;
  await inTransaction(pool, async (client) => {
    const store = createActionStore(client);
    for (const fan of fans) await store.act({ ...like, ...fan, roomId: id, mayTakeFromOthers: false, now: "now" });
  });
  for (const { message: shown } of await everywhere(ana, id, message)) {
    expect(shown?.likes_total).toBe(1000);
    const [first, ...likes] = shown?.messages_actions ?? [];
    expect(first).toEqual(held);
    const newest = Array.from({ length: 20 }, (_, n) => `Fan ${999 - n}`);
    expect(likes.map(({ name }) => name)).toEqual([...newest, ana.name]);
    expect(JSON.stringify(shown).length).toBeLessThan(10_000);
  }
  for (const { message: shown } of await everywhere(mia, id, message)) expect(shown?.messages_actions).toHaveLength(21);
  const named: number[] = [];
  for (let page = 1; page <= 22; page += 1) {
    const { body } = await listed(id, message, page);
    expect(body).toMatchObject({ total: 1001, page });
    expect(body.actions).toHaveLength(page < 21 ? 50 : page === 21 ? 1 : 0);
    named.push(...body.actions.map(({ seq }: { seq: number }) => seq));
  }
  expect(named).toEqual([...new Set(named)].toSorted((a, b) => b - a));
  expect(named).toHaveLength(1001);
});

test("[ACT-2h] outsiders get 404, and a visitor's read is audited", async () => {
  const { id, message } = await makeRoom([]);
  await act(ana, id, message, "like");
  expect((await listed(id, message, 1, mihai)).status).toBe(404);
  expect((await listed(id, { id: 999_999_999 }, 1)).status).toBe(404);
  expect((await listed(id, message, 1, radu)).body.actions).toHaveLength(1);
  expect(api.noted).toContainEqual(expect.objectContaining({ event: "room.read-without-membership", who: radu.id }));
});
