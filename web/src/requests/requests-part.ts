import { readPlacedRequest } from "../api/request-updated.ts";
import { stashDraft } from "../state/drafts/drafts-state.ts";
import { newRoomId, offlineError, type Room } from "../state/entities.ts";
import { pendingMessage, pendingOf, withoutPending } from "../state/messages/pending-messages.ts";
import { sendMessages, sendNext } from "../state/messages/send-state.ts";
import { paths } from "../state/navigation/paths.ts";
import type { Part } from "../state/part.ts";
import type { RequestUpdate } from "../state/request-entities.ts";
import { withFetchedRoom } from "../state/rooms/room-counts.ts";
import { isOffline, isRequesting } from "../state/selectors.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { andThen, changed, type Handlers, payloadKind } from "../state/transition.ts";
import { updated } from "../state/updated-room.ts";
import type { RequestsEffects, RequestsEvents, RequestsState } from "./requests-shape.ts";

/** ASK-9: an offer in this room comes with the room. */
export const requestUpdatedKind = payloadKind<RequestUpdate>({
  read: readPlacedRequest,
  apply: (state, { roomId, data: { request, offer } }) => {
    const isHere = offer?.isElsewhere === false;
    return changed(
      withRoom(state, roomId, isHere ? { request, offerNumber: offer.number } : { request }),
      isHere ? [{ type: "call-fetch-room", roomId }] : [],
    );
  },
});

const withRoom = (state: AppState, roomId: number, change: Partial<Room>): AppState => ({
  ...state,
  rooms: updated(state.rooms, roomId, change),
});

const requestHandlers: Handlers<keyof RequestsEvents | "address/arrived"> = {
  "requests/send-asked": (state, { text, request }, context) =>
    andThen(sendMessages(state, newRoomId, [{ text, request }], context), (sent) =>
      changed({ ...sent, awaitedRequest: pendingOf(sent, newRoomId).at(-1)?.clientId ?? null }),
    ),

  "requests/sent": (state, { clientId, room }) => {
    const listed = withFetchedRoom(withoutPending(state, newRoomId, clientId), room);
    const go: Effect = { type: "navigate", to: paths.view(room.name), replace: true };
    return andThen(changed(listed, state.awaitedRequest === clientId ? [go] : []), sendNext);
  },

  "requests/edit-asked": (state, { clientId }) => {
    const { text, request, status } = pendingMessage(state, newRoomId, clientId) ?? {};
    if (!request || status === "sending") return changed(state);
    const { photos, ...asked } = request;
    const chosen = photos.map((photo) => ({ ...photo, text: "", isHeld: true, problem: null }));
    const files = [...chosen, ...(state.trays[newRoomId] ?? [])];
    const held = { ...withoutPending(state, newRoomId, clientId), trays: { ...state.trays, [newRoomId]: files } };
    // Saves the photos before the journal forgets them.
    const saved = changed(held, [{ type: "save-tray", roomId: newRoomId, files }]);
    return andThen(saved, (next) => stashDraft(next, newRoomId, JSON.stringify({ ...asked, text })));
  },

  "requests/change-asked": (state, { roomId, change }) => {
    const request = state.rooms.byId[roomId]?.request;
    if (!request || state.requestChange?.error === null) return changed(state);
    // Changes are not queued: without a connection they are refused at once.
    if (isOffline(state)) return changed({ ...state, requestChange: { roomId, error: offlineError } });
    return changed({ ...state, requestChange: { roomId, error: null } }, [
      { type: "call-change-request", roomId, requestId: request.id, change },
    ]);
  },
  "requests/changed": (state, { room: { id, request } }) =>
    changed({ ...withRoom(state, id, { request }), requestChange: null }),
  "requests/change-failed": (state, { roomId, error }) => changed({ ...state, requestChange: { roomId, error } }),

  "address/arrived": (state) =>
    changed({ ...state, awaitedRequest: isRequesting(state) ? state.awaitedRequest : null }),
};

export const requestsPart: Part<RequestsState, RequestsEvents, RequestsEffects> = {
  initial: { awaitedRequest: null, requestChange: null },
  handlers: requestHandlers,
  kinds: { RequestUpdated: requestUpdatedKind },
};
