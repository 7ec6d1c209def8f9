import { markedRoomsMax, mutedRoomsMax, pinnedRoomsMax } from "@cuplaj/protocol/limits.ts";

/** How a person arranges one of their rooms (decision 0033). */
export type Arrangement = "pinned" | "muted" | "unread";

const roomsMax: Readonly<Record<Arrangement, number>> = {
  pinned: pinnedRoomsMax,
  muted: mutedRoomsMax,
  unread: markedRoomsMax,
};

/** A room as it is arranged now, beside how many rooms of the person's are arranged so. */
export interface ArrangedNow {
  readonly before: number | null;
  readonly total: number;
  /** The version that the person's own settings get where this changes. */
  readonly nextVersion: number;
}

/**
 * ROOM-12b, ROOM-12d: what the room is to be arranged as, null for no longer. A pin or mute is numbered by the version of own settings
 * that made it; a mark is the first unread `seq`.
 */
export function arrange(
  how: Arrangement,
  wanted: number | null,
  { before, total, nextVersion }: ArrangedNow,
): "same" | "full" | { readonly becomes: number | null } {
  const isSame = how === "unread" ? before === wanted : (before === null) === (wanted === null);
  if (isSame) return "same";
  if (before === null && total >= roomsMax[how]) return "full";
  return { becomes: wanted === null || how === "unread" ? wanted : nextVersion };
}
