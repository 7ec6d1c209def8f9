import type { LiveEventName, MeUpdated, RoomHeads, RoomLogEvents } from "@cuplaj/protocol/events.ts";
import { fits, headShape, isCount, isText, listOf, maybe } from "../api/shapes.ts";
import { warn } from "../platform/log.ts";
import type { PayloadKinds } from "../state/transition.ts";
import { readLoggedEvent } from "./logged-events.ts";
import type { AppEvent } from "../state/shape.ts";

/** Every live event outside the logs, by its name. A new one does not compile until it is handled here. */
const otherEvents: {
  readonly [Name in Exclude<LiveEventName, keyof RoomLogEvents>]: (data: unknown) => AppEvent | null;
} = {
  RoomHeads: (data) => {
    const shape = { epoch: isText, heads: listOf(headShape), user_version: maybe(isCount) };
    return fits<RoomHeads>(data, shape) ? { type: "sync/heads-received", ...data } : null;
  },
  MeUpdated: (data) =>
    fits<MeUpdated>(data, { user: { version: isCount } })
      ? { type: "sync/settings-changed", version: data.user.version }
      : null,
};

const readers = new Map(Object.entries(otherEvents));

/** A live event as ours. An unknown one may be of a log, as a newer server sends it: then catching up is requested (SYNC-9). */
export function liveEventOf(kinds: PayloadKinds, name: string, data: unknown): AppEvent {
  const logged = readLoggedEvent(kinds, name, data, "live");
  if (logged) return { type: "sync/events-received", events: [logged] };
  const other = readers.get(name)?.(data);
  if (other) return other;
  warn(`A ${name} that is not known here came live.`);
  return { type: "sync/asked" };
}
