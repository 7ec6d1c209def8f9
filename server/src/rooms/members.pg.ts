import type { Member } from "@cuplaj/protocol/participant.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { RoomStore } from "./store.ts";

/** ROOM-13: sorts by name, ignoring case and Romanian diacritics, whatever the database's collation. */
const selectMembers = namedStatement<Member & { readonly broughtBy: number | null }>(
  "rooms-members",
  `select p.id, p.name, p.kind as type, (select (payload->>'from_id')::bigint from room_events e
     where e.room_id = m.room_id and e.seq = m.joined_seq) as "broughtBy" from memberships m join participants p on p.id = m.participant_id
   where m.room_id = $1 order by lower(translate(p.name, 'ĂÂÎȘŞȚŢăâîșşțţ', 'AAISSTTaaisstt')) collate "C", p.id
   offset $2::bigint limit $3`,
);
const countMembers = namedStatement<{ total: number }>(
  "rooms-members-count",
  "select count(*) as total from memberships where room_id = $1",
);

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
