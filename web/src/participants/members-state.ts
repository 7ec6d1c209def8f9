import { membersPerPage } from "@cuplaj/protocol/limits.ts";
import { retryLater, withoutFailure } from "../state/retries/retries-state.ts";
import type { Participant, RoomId, CallError } from "../state/entities.ts";
import { ownerKey } from "../state/selectors.ts";
import type { AppState, Nothing } from "../state/shape.ts";
import { changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";

declare module "../state/shape.ts" {
  interface AppState extends PeopleState {}
  interface AppEvents extends PeopleEvents {}
  interface AppEffects extends PeopleEffects {}
}

export interface ListedMember extends Participant {
  readonly isOnline: boolean;
  readonly mayPutOut: boolean;
}

interface MemberList {
  readonly roomId: RoomId;
  readonly members: readonly ListedMember[];
  readonly total: number;
  readonly page: number;
  readonly isEnded: boolean;
  readonly phase: "loading" | "ready" | "failed";
  readonly error: CallError | null;
}

export interface PeopleState {
  readonly memberList: MemberList | null;
  /** People looked up by id; null while unknown, or hidden from this person (USR-1). */
  readonly named: Readonly<Record<number, Participant | null>>;
}

export interface PeopleEvents {
  "people/members-shown": { readonly roomId: RoomId | null };
  "people/more-asked": Nothing;
  "people/page-loaded": Pick<MemberList, "roomId" | "members" | "total" | "page">;
  "people/page-failed": { readonly roomId: RoomId; readonly error: CallError };
  "people/names-wanted": { readonly ids: readonly number[] };
  "people/named": { readonly people: readonly Participant[] };
  "people/names-failed": { readonly ids: readonly number[]; readonly error: CallError };
}

export interface PeopleEffects {
  "call-members": { readonly roomId: RoomId; readonly page: number };
  "call-names": { readonly ids: readonly number[] };
}

const failureKey = "people.members";

export const memberHandlers: Handlers<
  | "people/members-shown"
  | "people/more-asked"
  | "people/page-loaded"
  | "people/page-failed"
  | "rooms/removed"
  | "room/joined"
> = {
  "people/members-shown": (state, { roomId }) =>
    roomId === null ? changed({ ...withoutFailure(state, failureKey), memberList: null }) : loadFirst(state, roomId),

  "people/more-asked": (state) => {
    const { memberList } = state;
    return memberList && memberList.phase !== "loading" && !memberList.isEnded
      ? load(state, memberList)
      : changed(state);
  },

  "people/page-loaded": (state, { roomId, members, total, page }) => {
    const { memberList } = state;
    if (memberList?.roomId !== roomId || page !== memberList.page + 1) return changed(state);
    const all = [...new Map([...memberList.members, ...members].map((one) => [ownerKey(one), one])).values()];
    const isEnded = members.length < membersPerPage;
    const loaded: MemberList = { ...memberList, members: all, total, page, isEnded, phase: "ready", error: null };
    return changed({ ...withoutFailure(state, failureKey), memberList: loaded });
  },

  "people/page-failed": (state, { roomId, error }, context) => {
    const { memberList } = state;
    if (memberList?.roomId !== roomId) return changed(state);
    return retryLater({ ...state, memberList: { ...memberList, phase: "failed", error } }, failureKey, error, context);
  },

  "rooms/removed": (state, { roomId }) =>
    changed(state.memberList?.roomId === roomId ? { ...state, memberList: null } : state),

  "room/joined": (state, { room }) =>
    state.memberList?.roomId === room.id ? loadFirst(state, room.id) : changed(state),
};

export const retryMembers = (state: AppState, isDue: IsDue): Change =>
  state.memberList?.phase === "failed" && isDue(failureKey) ? load(state, state.memberList) : changed(state);

type People = readonly Participant[];

/** Results are cached by list, since a selector must return the same array for the same state. */
const shown = new WeakMap<MemberList, { here: People | undefined; named: People; members: readonly ListedMember[] }>();

/** The members: present ones first, each group by name. Members that the room names are listed before their page loads (USR-2d). */
export function shownMembers({ memberList, online, rooms }: AppState): readonly ListedMember[] {
  if (memberList === null) return nobody;
  const here = online[memberList.roomId];
  const named = memberList.isEnded ? nobody : (rooms.byId[memberList.roomId]?.members ?? nobody);
  const known = shown.get(memberList);
  if (known?.here === here && known?.named === named) return known.members;
  const listed = withNamed(memberList.members, named);
  const members = sorted(here ? withPresence(listed, here) : listed);
  shown.set(memberList, { here, named, members });
  return members;
}

const nobody: readonly ListedMember[] = [];

function withNamed(members: readonly ListedMember[], named: People): readonly ListedMember[] {
  const keys = new Set(members.map(ownerKey));
  const added = named.filter((one) => !keys.has(ownerKey(one)));
  return [...members, ...added.map((one) => ({ ...one, isOnline: false, mayPutOut: false }))];
}

function withPresence(members: readonly ListedMember[], here: People): readonly ListedMember[] {
  const keys = new Set(here.map(ownerKey));
  const mine = new Set(members.filter(({ mayPutOut }) => mayPutOut).map(ownerKey));
  const absent = members.filter((one) => !keys.has(ownerKey(one))).map((one) => ({ ...one, isOnline: false }));
  return [...here.map((one) => ({ ...one, isOnline: true, mayPutOut: mine.has(ownerKey(one)) })), ...absent];
}

const sorted = (members: readonly ListedMember[]): readonly ListedMember[] =>
  members.toSorted(
    (left, right) =>
      Number(right.isOnline) - Number(left.isOnline) || left.name.localeCompare(right.name, "ro") || left.id - right.id,
  );

function loadFirst(state: AppState, roomId: RoomId): Change {
  const { members = [] } = state.memberList?.roomId === roomId ? state.memberList : {};
  const total = state.rooms.byId[roomId]?.membersTotal ?? 0;
  return load(state, { roomId, members, total, page: 0, isEnded: false, phase: "loading", error: null });
}

const load = (state: AppState, list: MemberList): Change =>
  changed({ ...state, memberList: { ...list, phase: "loading" } }, [
    { type: "call-members", roomId: list.roomId, page: list.page + 1 },
  ]);
