import { createECDH, randomBytes } from "node:crypto";
import type pg from "pg";
import { type ReadersRoom, seedReaders } from "../seed-readers.ts";

export interface PushRoom extends ReadersRoom {
  readonly browsersEach: number;
}

/** Creates a room whose readers have browsers at a push receiver. Returns the room's id. */
export async function seedBrowsers(client: pg.Client, room: PushRoom, receiverPort: number): Promise<number> {
  const roomId = await seedReaders(client, room);
  const origin = `http://127.0.0.1:${receiverPort}`;
  await client.query(
    `insert into push_subscriptions (participant_id, token_hash, endpoint, origin, p256dh, auth)
     select m.participant_id, t.hash, $2 || '/' || m.participant_id || '/' || n, $2, $3, $4
     from memberships m join tokens t on t.participant_id = m.participant_id, generate_series(1, $5::int) n
     where m.room_id = $1 and m.participant_id <> $6`,
    [
      roomId,
      origin,
      createECDH("prime256v1").generateKeys("base64url"),
      randomBytes(16).toString("base64url"),
      room.browsersEach,
      room.writer,
    ],
  );
  await client.query("vacuum analyze push_subscriptions");
  return roomId;
}
