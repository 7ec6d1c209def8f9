import type { LoggedKindName } from "@cuplaj/protocol/events.ts";
import type { StatementPool } from "../storage/named-statement.ts";

interface LogRow {
  readonly seq: number;
  readonly kind: LoggedKindName;
  readonly participant_id: number;
  readonly read_seq: number | null;
  readonly members_total: number | null;
}

/** Reads a room's whole log in order of `seq` (MSG-5): messages and other events, each as often as it is stored. */
export async function readRoomLog(pool: StatementPool, roomId: number): Promise<readonly LogRow[]> {
  const { rows } = await pool.query<LogRow>(
    `select seq, 'message' as kind, author_id as participant_id, null::bigint as read_seq, null::bigint as members_total
     from messages where room_id = $1
     union all select seq, kind, participant_id, read_seq, members_total from room_events where room_id = $1
     order by seq`,
    [roomId],
  );
  return rows;
}

export const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);
