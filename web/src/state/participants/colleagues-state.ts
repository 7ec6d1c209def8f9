import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { AlertKey } from "../alerts/alerts-shape.ts";
import { raiseAlert } from "../alerts/alerts-state.ts";
import { isRefusal } from "../retries/may-pass.ts";
import { retryLater, withoutFailure } from "../retries/retries-state.ts";
import { offlineError, type Participant, type RoomId } from "../entities.ts";
import { isSamePerson, me, selectedRoomId } from "../selectors.ts";
import type { AppState, Effect } from "../shape.ts";
import { changed, type Change, type Handlers, type IsDue } from "../transition.ts";
import { doUnlessUndone } from "../undo/undo-state.ts";
import type { ColleaguesEvents } from "./colleagues-shape.ts";

/** The key of a failure to find colleagues (SYNC-8a). */
const failureKey = "colleagues.find";

/** Finding colleagues by name, bringing them in, and putting members out (ROOM-14e). */
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

  "colleagues/bring-asked": (state, { roomId, person }) => move(state, "bring", roomId, person),
  "colleagues/bring-due": (state, { roomId, person }) => changed(state, [{ type: "call-add-member", roomId, person }]),
  "colleagues/bring-failed": (state, failed) => announceFailure(state, "bring", failed),

  "colleagues/put-out-asked": (state, { roomId, person }) => move(state, "put-out", roomId, person),
  "colleagues/put-out-due": (state, { roomId, person }) =>
    changed(state, [{ type: "call-remove-member", roomId, person }]),
  "colleagues/put-out-failed": (state, failed) => announceFailure(state, "put-out", failed),
};

type Move = "bring" | "put-out";

/** What is said of a move: that it comes, and why it did not. */
const words = {
  bring: {
    asked: "colleagues.coming",
    offline: "colleagues.offline",
    refused: "colleagues.refused",
    unconfirmed: "colleagues.unconfirmed",
  },
  "put-out": {
    asked: "colleagues.leaving",
    offline: "colleagues.outOffline",
    refused: "colleagues.outRefused",
    unconfirmed: "colleagues.outUnconfirmed",
  },
} as const satisfies Readonly<Record<Move, Readonly<Record<string, AlertKey>>>>;

/** The id under which a move is undone. */
const moveId = (kind: Move, roomId: RoomId, person: Participant): string =>
  `${kind}:${roomId}.${person.kind}.${person.id}`;

/** ROOM-14e: somebody comes or goes unless that is undone. */
function move(state: AppState, kind: Move, roomId: RoomId, person: Participant): Change {
  const room = state.rooms.byId[roomId];
  const id = moveId(kind, roomId, person);
  if (!room || state.undoable[id] !== undefined) return changed(state);
  return doUnlessUndone(
    state,
    id,
    {
      due: { type: `colleagues/${kind}-due`, roomId, person },
      offline: { type: `colleagues/${kind}-failed`, roomId, person, error: offlineError },
      whenLeft: "sent",
    },
    { kind: "key", key: words[kind].asked, name: person.name, offerNumber: room.offerNumber },
  );
}

function announceFailure(
  state: AppState,
  kind: Move,
  { roomId, person, error }: ColleaguesEvents["colleagues/bring-failed"],
) {
  // Its answer was lost, or somebody else did it.
  if (isIn(state, roomId, person) === (kind === "bring")) return changed(state);
  const why = error.code === "offline" ? "offline" : isRefusal(error) ? "refused" : "unconfirmed";
  const text = { kind: "key", key: words[kind][why], name: person.name } as const;
  return raiseAlert(state, { id: moveId(kind, roomId, person), type: "danger", text });
}

const find = (state: AppState, search: string): Change =>
  changed({ ...state, colleagues: { ...state.colleagues, search, phase: "loading" } }, [
    { type: "call-staff", search },
  ]);

/** SYNC-8a: looks for colleagues again where that failed. */
export const retryColleagues = (state: AppState, isDue: IsDue): Change =>
  state.colleagues.phase === "failed" && isDue(failureKey) ? find(state, state.colleagues.search) : changed(state);

/** The ids under which bringing somebody in and putting them out are undone. */
export const bringInId = (roomId: RoomId, person: Participant): string => moveId("bring", roomId, person);
export const putOutId = (roomId: RoomId, person: Participant): string => moveId("put-out", roomId, person);

/** ROOM-15: nobody announces what becomes of another's account, so that whoever comes to a room asks. */
export function followCustomer(before: AppState, after: AppState): readonly Effect[] {
  const roomId = selectedRoomId(after);
  const hasCaughtUp = before.sync.phase === "running" && after.sync.phase === "idle";
  // What opens at an address has just been asked for.
  const hasCome = selectedRoomId(before) !== roomId && before.openRoom.phase !== "opening";
  const isAsked = roomId !== null && me(after)?.kind !== "customer" && (hasCaughtUp || hasCome);
  return isAsked ? [{ type: "call-fetch-room", roomId }] : [];
}

/** Whether somebody is brought into a room unless that is undone. */
export const isComing = ({ undoable }: AppState, roomId: RoomId, person: Participant): boolean =>
  undoable[bringInId(roomId, person)] !== undefined;

/** Whether somebody is put out of a room unless that is undone. */
export const isGoing = ({ undoable }: AppState, roomId: RoomId, person: Participant): boolean =>
  undoable[putOutId(roomId, person)] !== undefined;

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
