import type { BroughtIn, LastDecision, Room } from "../entities.ts";
import { isReading, isSamePerson, me } from "../selectors.ts";
import type { AppState } from "../shape.ts";

/** ROOM-3g: what the customer decided and who looks has not read, where it waits on them: staff who hold the room, or any where nobody does. */
export function newDecision(state: AppState, { lastDecision, readSeq, isMember, takeOver }: Room): LastDecision | null {
  const self = me(state);
  if (!lastDecision || lastDecision.seq <= readSeq || !isMember || !self || self.kind === "customer") return null;
  return takeOver === null || isSamePerson(takeOver.person, self) ? lastDecision : null;
}

/** Whether the person has something to read that is no message: a decision, or that they were brought in (ROOM-14i). */
export const hasOtherNews = (state: AppState, room: Room): boolean =>
  newDecision(state, room) !== null || isBroughtInNew(room);

export const isBroughtInNew = ({ broughtIn, readSeq }: Room): boolean => (broughtIn?.seq ?? 0) > readSeq;

/** Whether a row is marked for it: what is being read does not blink up for 2 s. */
export const isNewsShown = (state: AppState, room: Room): boolean =>
  hasOtherNews(state, room) && !isReading(state, room.id);

/** ROOM-3h, ROOM-14i: what a row shows since it is newer than the newest message: the decision, or who brought the person in; else null. */
export function shownNews({ broughtIn, lastDecision, lastMessage }: Room): LastDecision | BroughtIn | null {
  const newest = (broughtIn?.seq ?? 0) > (lastDecision?.seq ?? 0) ? broughtIn : lastDecision;
  return newest && newest.seq > (lastMessage?.seq ?? 0) ? newest : null;
}

/** Since when something waits here, an answer or a decision to be read (ISO 8601), as the server orders rooms; null where nothing does. */
export function waitsSince(state: AppState, room: Room): string | null {
  const decidedAt = newDecision(state, room)?.at ?? null;
  const { waitingSince } = room;
  if (decidedAt === null || waitingSince === null) return decidedAt ?? waitingSince;
  return decidedAt < waitingSince ? decidedAt : waitingSince;
}
