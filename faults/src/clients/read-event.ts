import type { RoomEvent } from "./room-log.ts";

/** The fields that the harness reads of a live event; everything may be missing in what a faulty server sends. */
interface Payload {
  readonly message?: {
    readonly id: number;
    readonly room_id: number;
    readonly seq: number;
    readonly client_id: string | null;
  };
  readonly room?: { readonly id: number; readonly last_seq: number };
  readonly room_id?: number;
  readonly seq?: number;
}

/** Reads an event of a room, live or synced; null for what belongs to no room's log. */
export function readRoomEvent(kind: string, data: unknown): RoomEvent | null {
  const { message, room, room_id: roomId, seq } = (data ?? {}) as Payload;
  if (kind === "ChatMessage" && message !== undefined) {
    return { room: message.room_id, seq: message.seq, kind, id: message.id, key: message.client_id };
  }
  if (kind === "MessagesRead" && roomId !== undefined && seq !== undefined) {
    return { room: roomId, seq, kind, id: null, key: null };
  }
  if (kind === "RoomUpdated" && room !== undefined)
    return { room: room.id, seq: room.last_seq, kind, id: null, key: null };
  return null;
}

/** The heads that `RoomHeads` tells. */
export function readHeads(data: unknown): readonly { id: number; last_seq: number }[] {
  return (data as { heads?: { id: number; last_seq: number }[] } | null)?.heads ?? [];
}
