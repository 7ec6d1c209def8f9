import { expect, test } from "vitest";
import { someStatementWaits } from "../testing/some-statement-waits.ts";
import { addOffer, addPerson, passwordHash } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";
import { erasePerson } from "./erase-person.ts";
import { createPersonalDataStore } from "./store.pg.ts";

const { people, call, pool, database } = await startTestApi();
const store = createPersonalDataStore(pool);
const offer = 70_000;
await addOffer(database, offer, people.ana.id);
const join = (person: typeof people.ana) => call(person, "POST", "/api/v1/join", { type: 1, channel: offer });
const room = (await join(people.radu)).body.chat.id;

const addAgent = async (name: string) =>
  await addPerson(database, { kind: "agent", role: "Agent", name, username: name, hash: passwordHash });
const erase = (personId: number) => erasePerson({ store, say: () => undefined }, personId);
const roomsOf = async (personId: number) =>
  (await pool.query("select room_id from memberships where participant_id = $1", [personId])).rows;

test("[PERS-2] a join that waits for the room fails if the person is erased by then", async () => {
  const agent = await addAgent("waits");
  const client = await pool.connect();
  await client.query("begin");
  await client.query("select from rooms where id = $1 for update", [room]);
  const joining = join(agent);
  await someStatementWaits(pool);
  await erase(agent.id);
  await client.query("commit");
  client.release();
  expect((await joining).status).toBe(404);
  expect(await roomsOf(agent.id)).toEqual([]);
});

test("[PERS-2] a join just before the end is found and undone", async () => {
  const agent = await addAgent("ends");
  const joinOnce = [
    () => pool.query("select join_rooms(array[$1::bigint], array[$2::bigint], now())", [room, agent.id]),
  ];
  const finish = async (personId: number) => {
    await joinOnce.pop()?.();
    return await store.finish(personId);
  };
  await erasePerson({ store: { ...store, finish }, say: () => undefined }, agent.id);
  expect([joinOnce.length, await roomsOf(agent.id), await store.find("ends")]).toEqual([0, [], null]);
});
