import type { FoundRoom as WireFoundRoom, RoomFind as WireFind, SearchHit } from "@cuplaj/protocol/search.ts";
import { memberFromWire, roomFromWire } from "../api/from-wire.ts";
import type { FoundMessage, FoundRoom, RoomFind } from "./search-shape.ts";

/** A room in which something was found, in our own names. */
export const foundRoomFromWire = (wire: WireFoundRoom): FoundRoom => ({
  room: roomFromWire(wire),
  finds: wire.finds.map(findFromWire),
  hits: wire.hits.map(hitFromWire),
});

const findFromWire = ({ line_id, ...find }: WireFind): RoomFind => ({ ...find, lineId: line_id ?? null });

/** A message that was found. */
const hitFromWire = (wire: SearchHit): FoundMessage => ({
  messageId: wire.message_id,
  seq: wire.seq,
  excerpt: wire.excerpt,
  ranges: wire.ranges,
  isFileName: wire.in === "file",
  author: memberFromWire(wire.author),
  sentAt: wire.created_at,
});
