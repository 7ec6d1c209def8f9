import type { LiveEventName, RoomHeads, RoomLogEvents } from "@cuplaj/protocol/events.ts";
import { fieldsOf } from "../api/shapes.ts";
import { warn } from "../platform/log.ts";
import type { ChatEvent } from "../state/events.ts";
import type { PayloadKinds } from "../state/payload-kind.ts";
import { isHead, readLoggedEvent } from "./logged-events.ts";

/** Every live event that stands in no log, by its name. A new one does not compile until it is told here. */
const otherEvents: {
  readonly [Name in Exclude<LiveEventName, keyof RoomLogEvents>]: (data: unknown) => ChatEvent | null;
} = {
  RoomHeads: (data) => (isRoomHeads(data) ? { type: "sync/heads-received", ...data } : null),
};

const readers = new Map(Object.entries(otherEvents));

/** What came live means inside. What is not known here may be of a log, as a newer server tells it: then it is asked for (SYNC-9). */
export function liveEventOf(kinds: PayloadKinds, name: string, data: unknown): ChatEvent {
  const logged = readLoggedEvent(kinds, name, data);
  if (logged) return { type: "sync/events-received", events: [logged] };
  const other = readers.get(name)?.(data);
  if (other) return other;
  warn(`A ${name} that is not known here came live.`);
  return { type: "sync/asked" };
}

const isRoomHeads = (data: unknown): data is RoomHeads => {
  const { epoch, heads } = fieldsOf(data);
  return typeof epoch === "string" && Array.isArray(heads) && heads.every(isHead);
};
