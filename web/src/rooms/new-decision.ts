import type { LastDecision, Room } from "../state/entities.ts";
import { isReading, isSamePerson, me } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";

/** ROOM-3i: what the customer decided and who looks has not read, where it waits on them: staff who hold the room, or any where nobody does. */
export function newDecision(state: AppState, { lastDecision, readSeq, isMember, takeOver }: Room): LastDecision | null {
  const self = me(state);
  if (!lastDecision || lastDecision.seq <= readSeq || !isMember || !self || self.kind === "customer") return null;
  return takeOver === null || isSamePerson(takeOver.person, self) ? lastDecision : null;
}

/** Whether a row is marked for it: what is being read does not blink up for 2 s. */
export const isDecisionShownNew = (state: AppState, room: Room): boolean =>
  newDecision(state, room) !== null && !isReading(state, room.id);

/** ROOM-3j: the decision that a row shows, since it is newer than the newest message; else null. */
export const shownDecision = ({ lastDecision, lastMessage }: Room): LastDecision | null =>
  lastDecision && lastDecision.seq > (lastMessage?.seq ?? 0) ? lastDecision : null;

/** Since when something waits here, an answer or a decision to be read (ISO 8601); null where nothing does. */
export function waitsSince(state: AppState, room: Room): string | null {
  const decidedAt = newDecision(state, room)?.at ?? null;
  const { waitingSince } = room;
  if (decidedAt === null || waitingSince === null) return decidedAt ?? waitingSince;
  return decidedAt < waitingSince ? decidedAt : waitingSince;
}
