import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { AlertKey } from "../alerts/alerts-shape.ts";
import { raiseAlert } from "../alerts/alerts-state.ts";
import { isRefusal } from "../retries/may-pass.ts";
import { retryLater, withoutFailure } from "../retries/retries-state.ts";
import { type CallError, offlineError, type Participant, type RoomId } from "../state/entities.ts";
import { isSamePerson, me, selectedRoomId } from "../state/selectors.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";
import { doUnlessUndone } from "../undo/undo-state.ts";
import type { ColleaguesEvents } from "./colleagues-shape.ts";

/** The key of a failure to find colleagues (SYNC-8a). */
const failureKey = "colleagues.find";

/** Finding colleagues by name, and bringing them in (ROOM-14e). */
export const colleaguesHandlers: Handlers<keyof ColleaguesEvents> = {
  "colleagues/search-asked": (state, { search }) => find(state, search),
  "colleagues/found": (state, { search, found }) =>
    state.colleagues.search === search
      ? changed({ ...withoutFailure(state, failureKey), colleagues: { search, found, phase: "ready" } })
      : changed(state),
  "colleagues/search-failed": (state, { search, error }, context) =>
    state.colleagues.search === search
      ? retryLater({ ...state, colleagues: { ...state.colleagues, phase: "failed" } }, failureKey, error, context)
      : changed(state),

  "colleagues/bring-asked": (state, { roomId, person }) => {
    const room = state.rooms.byId[roomId];
    if (!room || isComing(state, roomId, person)) return changed(state);
    return doUnlessUndone(
      state,
      bringInId(roomId, person),
      {
        due: { type: "colleagues/bring-due", roomId, person },
        offline: { type: "colleagues/bring-failed", roomId, person, error: offlineError },
        whenLeft: "sent",
      },
      { kind: "key", key: "colleagues.coming", name: person.name, offerNumber: room.offerNumber },
    );
  },
  "colleagues/bring-due": (state, { roomId, person }) => changed(state, [{ type: "call-add-member", roomId, person }]),
  "colleagues/bring-failed": (state, { roomId, person, error }) => {
    // Its answer was lost, or somebody else brought them in.
    if (isIn(state, roomId, person)) return changed(state);
    const text = { kind: "key", key: failureWords(error), name: person.name } as const;
    return raiseAlert(state, { id: bringInId(roomId, person), type: "danger", text });
  },
};

function failureWords(error: CallError): AlertKey {
  if (error.code === "offline") return "colleagues.offline";
  return isRefusal(error) ? "colleagues.refused" : "colleagues.unconfirmed";
}

const find = (state: AppState, search: string): Change =>
  changed({ ...state, colleagues: { ...state.colleagues, search, phase: "loading" } }, [
    { type: "call-staff", search },
  ]);

/** SYNC-8a: looks for colleagues again where that failed. */
export const retryColleagues = (state: AppState, isDue: IsDue): Change =>
  state.colleagues.phase === "failed" && isDue(failureKey) ? find(state, state.colleagues.search) : changed(state);

/** The id under which bringing somebody in is undone. */
export const bringInId = (roomId: RoomId, { kind, id }: Participant): string => `bring-in:${roomId}.${kind}.${id}`;

/** ROOM-15d: nobody announces what becomes of another's account, so that whoever comes to a room asks. */
export function followCustomer(before: AppState, after: AppState): readonly Effect[] {
  const roomId = selectedRoomId(after);
  const hasCaughtUp = before.sync.phase === "running" && after.sync.phase === "idle";
  const isAsked =
    roomId !== null && me(after)?.kind !== "customer" && (hasCaughtUp || selectedRoomId(before) !== roomId);
  return isAsked ? [{ type: "call-fetch-room", roomId }] : [];
}

/** Whether somebody is brought into a room unless that is undone. */
export const isComing = ({ undoable }: AppState, roomId: RoomId, person: Participant): boolean =>
  undoable[bringInId(roomId, person)] !== undefined;

/** Whether the person may bring others into a room; the server decides. */
export const mayBringIn = (state: AppState, roomId: RoomId): boolean =>
  me(state)?.kind !== "customer" &&
  state.rooms.byId[roomId]?.isMember === true &&
  hasPermission(me(state)?.roles, "rooms.invite");

/** Those found who are not in the room, as far as it names who is. */
export const foundOutside = (state: AppState, roomId: RoomId): readonly Participant[] =>
  state.colleagues.found.filter((person) => !isIn(state, roomId, person));

/** Whether the room names somebody as a member. */
const isIn = ({ rooms }: AppState, roomId: RoomId, person: Participant): boolean =>
  rooms.byId[roomId]?.members.some((member) => isSamePerson(member, person)) === true;
