import { readPlacedAfterHours } from "../api/after-hours.ts";
import type { Part } from "../state/part.ts";
import { changed, payloadKind } from "../state/transition.ts";

declare module "../state/shape.ts" {
  interface LoggedKinds {
    AfterHours: true;
  }
}

/** HOURS-4: the event is only a quiet line. */
export const afterHoursKind = payloadKind({ read: readPlacedAfterHours, apply: (state) => changed(state) });

export const openingHoursPart: Part<object> = { initial: {}, handlers: {}, kinds: { AfterHours: afterHoursKind } };
