import { expect, test } from "vitest";
import { addOffer, addPerson } from "../../testing/people.ts";
import { startTestApi } from "../../testing/test-api.ts";
import { bringCustomersIn } from "./0042-people-in-rooms.ts";

const { people, call, database, pool } = await startTestApi();
const { ana, mihai, radu } = people;

/** As a server of before made it, for whoever asked. */
async function makeWithoutCustomer(offer: number, customer: number): Promise<number> {
  await addOffer(database, offer, customer);
  const { id } = (await call(radu, "POST", "/api/v1/join", { type: 1, channel: offer })).body.chat;
  await pool.query("delete from memberships where room_id = $1 and participant_id = $2", [id, customer]);
  await pool.query("delete from room_events where room_id = $1 and participant_id = $2", [id, customer]);
  return id;
}

test("[ROOM-5e] customers come into the rooms that were made without them, and who has left one stays out", async () => {
  const gone = await addPerson(database, { kind: "customer", name: "X", username: "gone", role: null, hash: "" });
  await makeWithoutCustomer(80_003, gone.id);
  await pool.query("update participants set erased_at = now() where id = $1", [gone.id]);
  const alone = await makeWithoutCustomer(80_001, ana.id);
  await call(radu, "POST", `/api/v1/publish/${alone}`, { message: "Bună ziua" });
  await addOffer(database, 80_002, mihai.id);
  const left = (await call(mihai, "POST", "/api/v1/join", { type: 1, channel: 80_002 })).body.chat.id;
  await call(mihai, "POST", `/api/v1/leave/${left}`);
  await bringCustomersIn(database);
  await bringCustomersIn(database);
  const [room] = (await call(ana, "GET", "/api/v1/all/1")).body.chats;
  expect(room).toMatchObject({ id: alone, members_total: 2, unread_count: 1 });
  const { rooms } = (await call(ana, "POST", "/api/v1/sync", { cursors: { [alone]: room.last_seq - 1 } })).body;
  expect(rooms[0].events).toMatchObject([{ seq: room.last_seq, data: { joined: { id: ana.id }, members_total: 2 } }]);
  const { rows } = await pool.query("select participant_id as id from memberships order by participant_id, room_id");
  expect(rows.map(({ id }) => id)).toEqual([ana.id, radu.id, radu.id]);
});
