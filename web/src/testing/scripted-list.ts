import type { CallAnswer } from "@cuplaj/protocol/calls.ts";
import type { World } from "./scripted-world.ts";

export function listWithout({ rooms }: World, offerNumber: number): CallAnswer<"listRooms"> {
  const listed = [...rooms.values()].flatMap(({ room }) => (room.offer_id === offerNumber ? [] : [room]));
  const counts = { all: listed.length, unread: 0, mine: 0, unclaimed: 0 };
  return { chats: listed, total: listed.length, page: 1, counts };
}
