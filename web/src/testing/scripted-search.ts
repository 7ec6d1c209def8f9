import { hitsPerPage, hitsPerRoomMax } from "@cuplaj/protocol/limits.ts";
import type { Message } from "@cuplaj/protocol/message.ts";
import type { Member } from "@cuplaj/protocol/participant.ts";
import type { SearchAnswer, SearchHit, SearchRequest } from "@cuplaj/protocol/search.ts";
import { matchText, readQuery } from "@cuplaj/protocol/search-text.ts";
import type { World, WorldRoom } from "./scripted-world.ts";

/** Searches the texts of messages, newest first; rooms are found only by their messages. */
export function searchWorld(world: World, asked: SearchRequest): SearchAnswer {
  const query = readQuery(asked.search);
  const { page = 1, room_id, author, has_file } = asked;
  const perRoom = room_id === undefined ? hitsPerRoomMax : hitsPerPage;
  let more = false;

  function hitsIn({ messages }: WorldRoom): SearchHit[] {
    const all = messages.toReversed().flatMap((message): SearchHit[] => {
      const by = authorOf(message);
      if (author && (by.id !== author.id || by.type !== author.type)) return [];
      if (has_file && message.messages_file === null) return [];
      const match = matchText(query, message.message);
      const ranges = (match?.ranges[0] ?? []).map(([from, to]): [number, number] => [from, to]);
      const { id, seq, timestamp } = message;
      const found = { excerpt: message.message, ranges, in: "text", author: by, created_at: timestamp } as const;
      return match ? [{ message_id: id, seq, ...found }] : [];
    });
    const from = room_id === undefined ? 0 : (page - 1) * perRoom;
    more ||= room_id !== undefined && all.length > from + perRoom;
    return all.slice(from, from + perRoom);
  }

  const rooms = [...world.rooms.values()].flatMap((at) => {
    const hits = room_id === undefined || at.room.id === room_id ? hitsIn(at) : [];
    return hits.length === 0 ? [] : [{ ...at.room, hits, finds: [] }];
  });
  return { chats: room_id === undefined && page > 1 ? [] : rooms, page, more, partial: false };
}

function authorOf({ customer, user, agent }: Message): Member {
  if (customer) return { ...customer, type: "customer" };
  return user ? { ...user, type: "erp" } : { id: 0, name: "", ...agent, type: "agent" };
}
