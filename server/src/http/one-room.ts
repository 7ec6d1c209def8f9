import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import type { Caller } from "../kernel/caller.ts";

/** MAIL-3: whether the call's path names another room than the only one of the caller's session. */
export function namesAnotherRoom({ takesOneRoom }: Endpoint, caller: Caller | null, params: unknown): boolean {
  const room = caller?.user.only_room;
  if (room === undefined || takesOneRoom !== "room") return false;
  const { roomId, channelId = roomId }: { roomId?: unknown; channelId?: unknown } = params ?? {};
  return ![String(room.id), room.name, room.channel].some((name) => name === channelId);
}
