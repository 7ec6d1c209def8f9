import type { RoomFilter, RoomSort } from "@cuplaj/protocol/room.ts";
import type { Person } from "./people.ts";

export interface ModelRoom {
  readonly id: number;
  readonly offer: number;
  readonly members: Set<Person>;
  readonly messages: { readonly id: number; readonly seq: number; readonly author: Person; readonly at: string }[];
  readonly readSeqs: Map<Person, number>;
  /** The position of each person's pin among all pins. */
  readonly pins: Map<Person, number>;
  readonly marks: Set<Person>;
  holder: Person | null;
  heldBy: number;
  updatedAt: string;
}
export type Silences = ReadonlyMap<Person, ReadonlySet<Person>>;

/** Returns the time of the first customer message after the newest one by staff. */
export function waitingSince({ messages }: ModelRoom): string | null {
  const answered = messages.findLastIndex(({ author }) => author.kind !== "customer");
  return messages[answered + 1]?.at ?? null;
}

const unreadOf = ({ messages, readSeqs }: ModelRoom, reader: Person, silences: Silences): number =>
  messages.filter(
    ({ seq, author }) =>
      author !== reader && seq > (readSeqs.get(reader) ?? 0) && silences.get(reader)?.has(author) !== true,
  ).length;

export const countOf = (room: ModelRoom, reader: Person, silences: Silences): number =>
  Math.max(unreadOf(room, reader, silences), room.marks.has(reader) ? 1 : 0);

export const passes = (room: ModelRoom, filter: RoomFilter, reader: Person, silences: Silences): boolean =>
  ({
    all: true,
    unread: countOf(room, reader, silences) > 0,
    mine: room.holder === reader,
    unclaimed: waitingSince(room) !== null && room.holder === null,
  })[filter];

export function compareRooms(left: ModelRoom, right: ModelRoom, sort: RoomSort, reader: Person): number {
  const [pin, otherPin] = [left.pins.get(reader) ?? Infinity, right.pins.get(reader) ?? Infinity];
  if (pin !== otherPin) return pin - otherPin;
  const never = "9999";
  const keys = ({ updatedAt, id }: ModelRoom): string => `${updatedAt} ${String(id).padStart(9, "0")}`;
  const [wait, otherWait] = [waitingSince(left) ?? never, waitingSince(right) ?? never];
  if (sort === "waiting" && wait !== otherWait) return wait < otherWait ? -1 : 1;
  return keys(left) > keys(right) ? -1 : 1;
}
