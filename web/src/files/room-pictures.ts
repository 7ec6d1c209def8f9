import type { Message } from "../state/entities.ts";
import type { RoomFiles } from "../state/files/files-shape.ts";
import { isPicture } from "../state/files/file-kind.ts";
import { hasMoreFiles } from "./room-files-state.ts";

/** Pictures of a room around one of them. */
export interface PicturesAround {
  readonly previous: Message | null;
  readonly next: Message | null;
  /** From the oldest, beginning at 1, of how many; null while not all are known. */
  readonly position: { readonly position: number; readonly total: number } | null;
  /** Whether older ones have to be loaded before one can go on. */
  readonly isShort: boolean;
}

/** The list is read ahead so far before the shown picture, in pictures. */
const aheadMin = 3;

/** SEE-4: what comes before and after a picture, in the order of the conversation. */
export function picturesAround(files: RoomFiles | null, shown: Message): PicturesAround {
  const listed = files?.roomId === shown.roomId ? files.messages.filter(({ file }) => file && isPicture(file)) : [];
  const newer = listed.filter(({ seq }) => seq > shown.seq);
  const older = listed.filter(({ seq }) => seq < shown.seq);
  const hasMore = files !== null && hasMoreFiles(files);
  return {
    previous: older[0] ?? null,
    next: newer.at(-1) ?? null,
    position: hasMore || files === null ? null : { position: older.length + 1, total: older.length + newer.length + 1 },
    isShort: hasMore && older.length < aheadMin,
  };
}
