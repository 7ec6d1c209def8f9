import type pg from "pg";
import { hashToken } from "../../../server/src/sign-in/token.ts";
import { type Workload, offerOfRoom, peopleIn, roomOfListener, roomsOfSender, tokenOf } from "./workload.ts";

export async function seedWorkload(client: pg.Client, plan: Workload): Promise<void> {
  const people = Array.from({ length: peopleIn(plan) }, (_, index) => index + 1);
  const rooms = Array.from({ length: plan.rooms }, (_, index) => index + 1);
  const senders = people.slice(0, plan.senders);
  const memberships = [
    ...people.map((person) => [roomOfListener(plan, person), person]),
    ...senders.flatMap((person) => roomsOfSender(plan, person).map((room) => [room, person])),
  ];
  const run = async (text: string, ...values: readonly unknown[][]): Promise<void> => {
    await client.query(text, [...values]);
  };
  await run(
    `insert into participants (kind, name, username, password_hash)
     select 'agent', 'Agent ' || person, 'agent' || person, 'none' from unnest($1::int[]) person`,
    people,
  );
  await run("insert into participant_roles select person, 'Agent' from unnest($1::int[]) person", people);
  await run(
    `insert into tokens select hash, person, now(), now() from unnest($1::bytea[], $2::int[]) token (hash, person)`,
    people.map((person) => hashToken(tokenOf(person))),
    people,
  );
  await run(
    `insert into offers (id, customer_id, status, valid_until)
     select offer, 1, 'sent', '2030-01-31T22:00:00Z' from unnest($1::int[]) offer`,
    rooms.map(offerOfRoom),
  );
  await run(
    "insert into rooms (offer_id, customer_id) select offer, 1 from unnest($1::int[]) offer",
    rooms.map(offerOfRoom),
  );
  await run(
    `insert into memberships (room_id, participant_id)
     select * from unnest($1::int[], $2::int[]) on conflict do nothing`,
    memberships.map(([room]) => room),
    memberships.map(([, person]) => person),
  );
  const { rows } = await client.query<{ rooms: string; people: string }>(
    "select (select max(id) from rooms) as rooms, (select max(id) from participants) as people",
  );
  const [found] = rows;
  if (Number(found?.rooms) !== plan.rooms || Number(found?.people) !== peopleIn(plan)) {
    throw new Error("the database was not fresh: its rooms and people have other numbers");
  }
  await client.query("vacuum analyze participants, participant_roles, tokens, offers, rooms, memberships");
}
