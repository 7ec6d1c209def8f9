import type pg from "pg";

export interface ReadersRoom {
  readonly offer: number;
  readonly people: number;
  readonly writer: number;
}

/** Creates a room of people who are in no other room, with sessions. Returns the room's id. */
export async function seedReaders(client: pg.Client, room: ReadersRoom): Promise<number> {
  await client.query("insert into offers (id, customer_id, status, valid_until) values ($1, 1, 'sent', '2030-01-31')", [
    room.offer,
  ]);
  const { rows } = await client.query<{ id: string }>(
    "insert into rooms (offer_id, customer_id) values ($1, 1) returning id",
    [room.offer],
  );
  const roomId = Number(rows[0]?.id);
  await client.query(
    `with people as (
       insert into participants (kind, name, username, password_hash)
       select 'agent', 'Reader ' || n, 'reader' || n, 'none' from generate_series(1, $1::int) n returning id
     ), roles as (
       insert into participant_roles select id, 'Agent' from people
     ), members as (
       insert into memberships (room_id, participant_id) select $2::bigint, id from people
     )
     insert into tokens (hash, participant_id, created_at, last_used_at)
     select sha256(convert_to('reader ' || id, 'UTF8')), id, now(), now() from people`,
    [room.people, roomId],
  );
  await client.query("insert into memberships (room_id, participant_id) values ($1, $2)", [roomId, room.writer]);
  await client.query("vacuum analyze participants, participant_roles, tokens, rooms, memberships");
  return roomId;
}
