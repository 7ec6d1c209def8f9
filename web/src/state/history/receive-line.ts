import type { QuietLine } from "./history-shape.ts";
import { withArrivedLine, changeTimeline } from "./timeline.ts";
import { afterHoursOf } from "../opening-hours.ts";
import { offerUpdateOf } from "../offer-entities.ts";
import { requestUpdateOf } from "../request-entities.ts";
import type { RoomChange } from "../entities.ts";
import type { AppState } from "../shape.ts";

export function quietLineOf(change: RoomChange): QuietLine | null {
  const { seq } = change;
  switch (change.kind) {
    case "members": {
      const { joined, left } = change;
      const by = change.by && { by: change.by };
      if (joined) return { seq, kind: "joined", person: joined, ...by };
      return left && { seq, kind: "left", person: left, ...by };
    }
    case "take-over":
      return { seq, kind: "take-over", change: change.change };
    case "payload": {
      const update = offerUpdateOf(change);
      if (update) return { seq, kind: "offer", update };
      const request = requestUpdateOf(change);
      if (request) return { seq, kind: "request", update: request };
      const afterHours = afterHoursOf(change);
      return afterHours && { seq, kind: "after-hours", ...afterHours };
    }
    case "message":
    case "read":
      return null;
  }
}

export function receiveLine(state: AppState, event: RoomChange): AppState {
  const line = quietLineOf(event);
  return line ? changeTimeline(state, event.roomId, (timeline) => withArrivedLine(timeline, line)) : state;
}
