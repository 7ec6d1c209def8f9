import type { RoomUpdated, TakeOver } from "@cuplaj/protocol/events.ts";
import type { HolderChange, RoomChange } from "../state/entities.ts";
import { memberFromWire } from "./from-wire.ts";
import { fits, headShape, isCount, maybe, memberShape, orNull, type ShapeOf } from "./shapes.ts";

const hows: ReadonlySet<unknown> = new Set<TakeOver["how"]>(["taken", "handed", "released", "left", "disabled"]);

const takeOverShape = {
  holder: orNull(memberShape),
  from: orNull(memberShape),
  by: memberShape,
  how: (value) => hows.has(value),
} satisfies ShapeOf<TakeOver>;

const roomUpdatedShape = {
  room: headShape,
  joined: maybe(memberShape),
  left: maybe(memberShape),
  by: maybe(memberShape),
  take_over: maybe(takeOverShape),
  members_total: isCount,
} satisfies ShapeOf<RoomUpdated>;

/** A join, a leave or another holder; null where it has the wrong shape. */
export function readRoomUpdated(data: unknown): RoomChange | null {
  if (!fits<RoomUpdated>(data, roomUpdatedShape)) return null;
  const { room, joined, left, by, take_over: change, members_total: membersTotal } = data;
  const at = { roomId: room.id, seq: room.last_seq };
  if (change && !joined && !left) return { kind: "take-over", ...at, change: holderChangeFromWire(change) };
  return {
    kind: "members",
    ...at,
    joined: joined ? memberFromWire(joined) : null,
    left: left ? memberFromWire(left) : null,
    ...(by ? { by: memberFromWire(by) } : {}),
    membersTotal,
  };
}

const holderChangeFromWire = ({ holder, from, by, how }: TakeOver): HolderChange => ({
  holder: holder && memberFromWire(holder),
  from: from && memberFromWire(from),
  by: memberFromWire(by),
  how,
});
