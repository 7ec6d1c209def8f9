import type { BroughtIn, LastDecision, Room } from "../entities.ts";
import { isReading, isSamePerson, me } from "../selectors.ts";
import type { AppState } from "../shape.ts";

/** ROOM-3g: a customer's decision that the viewer has not read and has to answer: staff who hold the room, or any staff if nobody does. */
export function newDecision(state: AppState, { lastDecision, readSeq, isMember, takeOver }: Room): LastDecision | null {
  const self = me(state);
  if (!lastDecision || lastDecision.seq <= readSeq || !isMember || !self || self.kind === "customer") return null;
  return takeOver === null || isSamePerson(takeOver.person, self) ? lastDecision : null;
}

export const hasOtherNews = (state: AppState, room: Room): boolean =>
  newDecision(state, room) !== null || isBroughtInNew(room);

export const isBroughtInNew = ({ broughtIn, readSeq }: Room): boolean => (broughtIn?.seq ?? 0) > readSeq;

/** Whether a row is marked as having news. A room being read is not, so that no mark flashes for 2 s. */
export const isNewsShown = (state: AppState, room: Room): boolean =>
  hasOtherNews(state, room) && !isReading(state, room.id);

/** ROOM-3h, ROOM-14i: the decision or the addition that the row shows; null if the last message is newer. */
export function shownNews({ broughtIn, lastDecision, lastMessage }: Room): LastDecision | BroughtIn | null {
  const newest = (broughtIn?.seq ?? 0) > (lastDecision?.seq ?? 0) ? broughtIn : lastDecision;
  return newest && newest.seq > (lastMessage?.seq ?? 0) ? newest : null;
}

/** When the room began to wait for a reply, or for staff to read a decision (ISO 8601), by which the server orders rooms; null if not waiting. */
export function waitsSince(state: AppState, room: Room): string | null {
  const decidedAt = newDecision(state, room)?.at ?? null;
  const { waitingSince } = room;
  if (decidedAt === null || waitingSince === null) return decidedAt ?? waitingSince;
  return decidedAt < waitingSince ? decidedAt : waitingSince;
}
