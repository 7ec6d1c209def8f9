import type { AfterHours } from "@cuplaj/protocol/events.ts";
import type { RoomChange } from "../state/entities.ts";
import { afterHoursName } from "../state/opening-hours.ts";
import { fits, headShape, isText, orNull, type ShapeOf } from "./shapes.ts";

const afterHoursShape = { next_open: orNull(isText), room: headShape } satisfies ShapeOf<AfterHours>;

export function readPlacedAfterHours(data: unknown) {
  if (!fits<AfterHours>(data, afterHoursShape)) return null;
  const { room, next_open: nextOpen } = data;
  return { roomId: room.id, seq: room.last_seq, data: { nextOpen } };
}

export function readAfterHours(data: unknown): RoomChange | null {
  const placed = readPlacedAfterHours(data);
  return placed && { kind: "payload", name: afterHoursName, ...placed };
}
