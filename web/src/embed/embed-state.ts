import type { RoomEvent } from "../state/entities.ts";
import type { AppState } from "../state/shape.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";

/** What the host's report has to know of; nothing of the state changes (EMB-3b). */
export const embedHandlers: Pick<
  Handlers,
  "sync/events-received" | "sync/answered" | "outbox/published" | "session/rejected" | "notifications/enable-asked"
> = {
  "sync/events-received": (state, { events }) => report(state, events),
  "sync/answered": (state, { answer }) =>
    report(
      state,
      answer.rooms.flatMap(({ events }) => events),
    ),
  "outbox/published": (state, { message }) =>
    report(state, [{ kind: "message", origin: "answer", roomId: message.roomId, seq: message.seq, message }]),
  "session/rejected": (state, { token }) =>
    state.session.phase === "signed-in" && state.session.token === token
      ? changed(state, [{ type: "report-rejected" }])
      : changed(state),
  "notifications/enable-asked": (state) => changed(state, [{ type: "report-wish" }]),
};

const report = (state: AppState, events: readonly RoomEvent[]): Change =>
  changed(state, [{ type: "report-events", events }]);
