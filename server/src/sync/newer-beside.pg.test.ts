import { expect, test } from "vitest";
import { addOffer } from "../testing/people.ts";
import { freshView, ReferenceClient } from "../testing/reference-client.ts";
import { startTestApi } from "../testing/test-api.ts";

const { people, call, database, pool } = await startTestApi();
const { ana, radu } = people;
const offer = 70_000;

/** Logs an event of an unknown kind, as a newer server on the same database would. It may have no person. */
async function logNewer(room: number, participantId: number | null): Promise<void> {
  await pool.query(
    `with head as (update rooms set last_seq = last_seq + 1 where id = $1 returning last_seq)
     insert into room_events (room_id, seq, kind, participant_id, created_at)
     select $1, last_seq, 'blessing', $2, now() from head`,
    [room, participantId],
  );
}

test("[MSG-6d] a room with an event that only a newer server knows is reset, and the other rooms catch up", async () => {
  await pool.query("alter table room_events drop constraint if exists room_events_kind");
  await pool.query("alter table room_events alter column participant_id drop not null");
  const rooms: number[] = [];
  for (const number of [offer, offer + 1, offer + 2]) {
    await addOffer(database, number, ana.id);
    for (const person of [ana, radu]) {
      const joined = await call(person, "POST", "/api/v1/join", { type: 1, channel: number });
      if (person === radu) rooms.push(joined.body.chat.id);
    }
  }
  const [blessed = 0, systemic = 0, usual = 0] = rooms;
  const client = new ReferenceClient(call, ana);
  await client.catchUp();
  const publish = (room: number) => call(radu, "POST", `/api/v1/publish/${room}`, { message: "salut" });
  for (const room of rooms) await publish(room);
  await logNewer(blessed, radu.id);
  await logNewer(systemic, null);
  for (const room of rooms) await publish(room);
  const { status, body } = await call(ana, "POST", "/api/v1/sync", {
    cursors: { [blessed]: 2, [systemic]: 2, [usual]: 2 },
  });
  expect([status, body.reset.toSorted(), body.rooms.map(({ id }: { id: number }) => id)]).toEqual([
    200,
    [blessed, systemic],
    [usual],
  ]);
  expect(body.unread).toEqual({ [usual]: 2 });
  // Events before and after the unknown one can still be used.
  const known = (await call(ana, "POST", "/api/v1/sync", { cursors: { [blessed]: 4 } })).body;
  expect(known).toMatchObject({ reset: [], rooms: [{ id: blessed, head: 5, events: [{ event: "ChatMessage" }] }] });
  await client.catchUp();
  expect(client.shows()).toEqual(await freshView(call, ana));
});
