import { markedRoomsMax, mutedRoomsMax, pinnedRoomsMax } from "@cuplaj/protocol/limits.ts";

/** The ways in which people arrange their rooms (decision 0033). */
export type Arrangement = "pinned" | "muted" | "unread";

const roomsMax: Readonly<Record<Arrangement, number>> = {
  pinned: pinnedRoomsMax,
  muted: mutedRoomsMax,
  unread: markedRoomsMax,
};

/** `total` is the number of the person's rooms with this arrangement. */
export interface ArrangedNow {
  readonly before: number | null;
  readonly total: number;
  readonly nextVersion: number;
}

/**
 * ROOM-12b, ROOM-12d: returns the new value; null removes it. For pins and mutes it is the settings version of the change, for marks the first unread
 * `seq`.
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
