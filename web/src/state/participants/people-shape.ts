import type { CallError, Participant, RoomId } from "../entities.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends PeopleState {}
  interface AppEvents extends PeopleEvents {}
  interface AppEffects extends PeopleEffects {}
  interface Commands extends PeopleCommands {}
}

/** A member, and whether they were present when the server was asked. */
export interface ListedMember extends Participant {
  readonly isOnline: boolean;
  /** Whether the signed-in person may put them out of the room (ROOM-14e). */
  readonly mayPutOut: boolean;
}

/** The members of the room whose list is open, as far as they are loaded (USR-2). */
export interface MemberList {
  readonly roomId: RoomId;
  readonly members: readonly ListedMember[];
  readonly total: number;
  /** The last page that has come. */
  readonly page: number;
  readonly isEnded: boolean;
  readonly phase: "loading" | "ready" | "failed";
  readonly error: CallError | null;
}

export interface PeopleState {
  readonly memberList: MemberList | null;
  /** People by id, of whom a slice knew nothing else; null while unknown, or not to be known by this person (USR-1). */
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

export interface PeopleCommands {
  readonly showMembers: (roomId: RoomId) => void;
  readonly hideMembers: () => void;
  readonly loadMoreMembers: () => void;
  /** Asks for people of whom only the id is known, each once. */
  readonly wantNames: (ids: readonly number[]) => void;
}
