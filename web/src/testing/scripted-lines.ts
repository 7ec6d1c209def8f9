import type { LiveEvents } from "@cuplaj/protocol/events.ts";
import type { World } from "./scripted-world.ts";

type Change = Pick<LiveEvents["RoomUpdated"], "joined" | "left" | "by" | "take_over">;

export function changeRoom(world: World, offerNumber: number, change: Change): LiveEvents["RoomUpdated"] {
  const at = world.rooms.get(offerNumber);
  if (!at) throw new Error(`There is no room of offer ${offerNumber}.`);
  const seq = at.room.last_seq + 1;
  at.room = { ...at.room, last_seq: seq };
  const data = { room: world.headOf(at), members_total: at.room.members_total, ...change };
  at.log.push({ seq, event: "RoomUpdated", data });
  return data;
}
