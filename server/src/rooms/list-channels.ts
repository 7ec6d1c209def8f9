import { roomChannel, userChannel } from "@cuplaj/protocol/channels.ts";
import { watchedRoomsMax } from "@cuplaj/protocol/limits.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { ChannelEntry } from "@cuplaj/protocol/room.ts";
import { unreadCount } from "./rules.ts";
import type { RoomAccess, RoomStore } from "./store.ts";

/** ROOM-3: the caller's own channel, the most recently active rooms up to a socket's limit (LIVE-7), and unread rooms beyond it (ROOM-7). */
export async function listChannels(rooms: RoomStore, caller: User): Promise<ChannelEntry[]> {
  if (!hasPermission(caller.roles, "rooms.view")) return [ownChannel(caller)];
  if (caller.only_room !== undefined)
    return (await rooms.findEachAccess([caller.only_room.id], caller.id)).map(toEntry);
  const [newest, unread] = await Promise.all([
    rooms.listAccess(caller.id, watchedRoomsMax),
    rooms.listUnread(caller.id),
  ]);
  const listed = new Set(newest.map(({ id }) => id));
  const further = unread.filter(({ id }) => !listed.has(id));
  return [ownChannel(caller), ...[...newest, ...further].map(toEntry)];
}

function toEntry({ id, name, messagesTotal, marker, lastSeq }: RoomAccess): ChannelEntry {
  const unread = { unread_count: unreadCount(messagesTotal, marker), last_seq: lastSeq };
  return { id, name, channel: roomChannel(name), private: 0, presence: 1, kind: "room", ...unread };
}

function ownChannel({ id }: User): ChannelEntry {
  const channel = userChannel(id);
  const name = channel.replace("private-", "");
  return { id, name, channel, private: 1, presence: 0, kind: "user", unread_count: 0, last_seq: 0 };
}
