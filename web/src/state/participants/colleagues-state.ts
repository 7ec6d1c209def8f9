import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { type AlertKey, raiseAlert } from "../alerts/alerts-state.ts";
import { isRefusal } from "../retries/may-pass.ts";
import { retryLater, withoutFailure } from "../retries/retries-state.ts";
import { titleOf } from "../rooms/room-title.ts";
import { offlineError, type Participant, type RoomId, type CallError } from "../entities.ts";
import { isSamePerson, me, selectedRoomId } from "../selectors.ts";
import type { AppState, Effect } from "../shape.ts";
import { changed, type Change, type Handlers, type IsDue } from "../transition.ts";
import { doUnlessUndone } from "../undo/undo-state.ts";

declare module "../shape.ts" {
  interface AppState extends ColleaguesState {}
  interface AppEvents extends ColleaguesEvents {}
  interface AppEffects extends ColleaguesEffects {}
  interface AlertKeys extends Record<
    `colleagues.${"coming" | "offline" | "refused" | "unconfirmed" | "leaving" | "outRefused" | "outOffline" | "outUnconfirmed"}`,
    true
  > {}
}

export interface ColleaguesState {
  /** The staff found by the last search, or by the previous one while a search is running. */
  readonly colleagues: {
    readonly search: string;
    readonly found: readonly Participant[];
    readonly phase: "loading" | "ready" | "failed";
  };
}

interface Moved {
  readonly roomId: RoomId;
  readonly person: Participant;
}

type NotMoved = Moved & { readonly error: CallError };

export interface ColleaguesEvents {
  "colleagues/search-asked": { readonly search: string };
  "colleagues/found": { readonly search: string; readonly found: readonly Participant[] };
  "colleagues/search-failed": { readonly search: string; readonly error: CallError };
  "colleagues/bring-asked": Moved;
  "colleagues/bring-due": Moved;
  "colleagues/bring-failed": NotMoved;
  "colleagues/put-out-asked": Moved;
  "colleagues/put-out-due": Moved;
  "colleagues/put-out-failed": NotMoved;
}

export interface ColleaguesEffects {
  "call-staff": { readonly search: string };
  "call-add-member": Moved;
  "call-remove-member": Moved;
}

const failureKey = "colleagues.find";

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

const moveId = (kind: Move, roomId: RoomId, person: Participant): string =>
  `${kind}:${roomId}.${person.kind}.${person.id}`;

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
    { kind: "key", key: words[kind].asked, name: person.name, room: titleOf(room) },
  );
}

function announceFailure(state: AppState, kind: Move, { roomId, person, error }: NotMoved): Change {
  // The person has been added or removed anyway: the response was lost, or somebody else did it.
  if (isIn(state, roomId, person) === (kind === "bring")) return changed(state);
  const why = error.code === "offline" ? "offline" : isRefusal(error) ? "refused" : "unconfirmed";
  const text = { kind: "key", key: words[kind][why], name: person.name } as const;
  return raiseAlert(state, { id: moveId(kind, roomId, person), type: "danger", text });
}

const find = (state: AppState, search: string): Change =>
  changed({ ...state, colleagues: { ...state.colleagues, search, phase: "loading" } }, [
    { type: "call-staff", search },
  ]);

export const retryColleagues = (state: AppState, isDue: IsDue): Change =>
  state.colleagues.phase === "failed" && isDue(failureKey) ? find(state, state.colleagues.search) : changed(state);

export const bringInId = (roomId: RoomId, person: Participant): string => moveId("bring", roomId, person);
export const putOutId = (roomId: RoomId, person: Participant): string => moveId("put-out", roomId, person);

/** ROOM-15: refetches a room on entering it, since changes to other people's accounts are never announced. */
export function followCustomer(before: AppState, after: AppState): readonly Effect[] {
  const roomId = selectedRoomId(after);
  const hasCaughtUp = before.sync.phase === "running" && after.sync.phase === "idle";
  const hasCome = selectedRoomId(before) !== roomId && before.openRoom.phase !== "opening";
  const isAsked = roomId !== null && me(after)?.kind !== "customer" && (hasCaughtUp || hasCome);
  return isAsked ? [{ type: "call-fetch-room", roomId }] : [];
}

export const isComing = ({ undoable }: AppState, roomId: RoomId, person: Participant): boolean =>
  undoable[bringInId(roomId, person)] !== undefined;

export const isGoing = ({ undoable }: AppState, roomId: RoomId, person: Participant): boolean =>
  undoable[putOutId(roomId, person)] !== undefined;

export const mayBringIn = (state: AppState, roomId: RoomId): boolean =>
  me(state)?.kind !== "customer" &&
  state.rooms.byId[roomId]?.isMember === true &&
  hasPermission(me(state)?.roles, "rooms.invite");

export const foundOutside = (state: AppState, roomId: RoomId): readonly Participant[] =>
  state.colleagues.found.filter((person) => !isIn(state, roomId, person));

const isIn = ({ rooms }: AppState, roomId: RoomId, person: Participant): boolean =>
  rooms.byId[roomId]?.members.some((member) => isSamePerson(member, person)) === true;
