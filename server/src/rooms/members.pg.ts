import type { Member } from "@cuplaj/protocol/participant.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { RoomPerson, RoomStore } from "./store.ts";

/** ROOM-13: by name without case and Romanian marks, whatever collation the database has. */
const selectMembers = namedStatement<Member>(
  "rooms-members",
  `select p.id, p.name, p.kind as type from memberships m join participants p on p.id = m.participant_id
   where m.room_id = $1 order by lower(translate(p.name, 'ĂÂÎȘŞȚŢăâîșşțţ', 'AAISSTTaaisstt')) collate "C", p.id
   offset $2::bigint limit $3`,
);
const countMembers = namedStatement<{ total: number }>(
  "rooms-members-count",
  "select count(*) as total from memberships where room_id = $1",
);
const selectPerson = namedStatement<RoomPerson>(
  "rooms-person",
  `select p.kind as type, m.room_id is not null as "isMember",
     exists (select from room_events where room_id = r.id and participant_id = p.id and kind = 'leave') as "wasMember",
     exists (select from offers where id = r.offer_id and customer_id = p.id) as "isCustomer",
     p.disabled_at is null and exists (
       select from participant_roles given join roles on roles.name = given.role
       where given.participant_id = p.id and 'rooms.view' = any(roles.permissions)) as "mayCome",
     (select (payload->>'from_id')::bigint from room_events where room_id = r.id and seq = m.joined_seq) as "broughtBy"
   from rooms r join participants p on p.id = $2 left join memberships m on m.room_id = r.id and m.participant_id = p.id
   where r.id = $1`,
);

/** A page of a room's members, and how many there are (ROOM-13). */
export async function listMembers(
  pool: StatementPool,
  ...[roomId, skip, take]: Parameters<RoomStore["listMembers"]>
): ReturnType<RoomStore["listMembers"]> {
  const [members, [counted]] = await Promise.all([
    selectMembers(pool, [roomId, skip, take]),
    countMembers(pool, [roomId]),
  ]);
  return { members, total: counted?.total ?? 0 };
}

/** Who somebody is to a room; null for nobody. */
export const findPerson = async (
  pool: StatementPool,
  roomId: number,
  participantId: number,
): Promise<RoomPerson | null> => (await selectPerson(pool, [roomId, participantId]))[0] ?? null;
