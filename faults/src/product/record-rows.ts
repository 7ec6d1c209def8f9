import type { Recorder } from "../history/recorder.ts";
import { query } from "./database.ts";
import type { Product } from "./product.ts";
import type { Room } from "./world.ts";

export async function recordRows(product: Product, recorder: Recorder, rooms: readonly Room[]): Promise<void> {
  const rows = await query<{ room_id: string; seq: string; kind: string; message_id: string | null }>(
    product.dataDir,
    `select room_id, seq, 'message' as kind, id as message_id from messages where room_id = any($1::bigint[])
     union all select room_id, seq, kind, null from room_events where room_id = any($1::bigint[])
     order by room_id, seq`,
    [rooms.map(({ id }) => id)],
  );
  for (const { room_id: room, seq, kind, message_id: id } of rows) {
    recorder.write({
      proc: "database",
      f: "row",
      type: "ok",
      room: Number(room),
      seq: Number(seq),
      kind,
      id: id === null ? null : Number(id),
    });
  }
}
