import { holderOf, isHolder } from "../messages/shown-actions.ts";
import { newestWhere } from "../history/message-log.ts";
import { liveLog } from "../history/timeline.ts";
import { newDecision, waitsSince } from "./new-decision.ts";
import type { Message, RoomId } from "../entities.ts";
import { me } from "../selectors.ts";
import type { AppState } from "../shape.ts";
import { changed, type Change } from "../transition.ts";
import { updated } from "../updated-room.ts";
import { openMsBetween, type OpenSpans } from "../opening-hours.ts";

export function withWait(state: AppState, { roomId, author, sentAt, isDeleted }: Message): AppState {
  const room = state.rooms.byId[roomId];
  if (!room || author === null || isDeleted) return state;
  const waitingSince = author.kind === "customer" ? (room.waitingSince ?? sentAt) : null;
  return waitingSince === room.waitingSince
    ? state
    : { ...state, rooms: updated(state.rooms, roomId, { waitingSince }) };
}

/** ROOM-3d: after a deletion, asks the server who waits and since when, unless a later reply settles it. */
export function askWait(state: AppState, { roomId, seq, author, sentAt }: Message): Change {
  const room = state.rooms.byId[roomId];
  if (!room || author === null) return changed(state);
  const since = room.waitingSince;
  const answeredSeq = newestWhere(liveLog(state.timelines[roomId]), isStanding)?.seq ?? 0;
  const isOpen = author.kind === "customer" ? since !== null && sentAt >= since : answeredSeq <= seq;
  return changed(state, isOpen ? [{ type: "call-fetch-room", roomId }] : []);
}

const isStanding = ({ author, isDeleted }: Message): boolean =>
  !isDeleted && author !== null && author.kind !== "customer";

/** ROOM-3d, ROOM-3g: since when the room has waited, as staff see it. Customers see no waits, and a customer who has left does not wait. */
export function shownWait(state: AppState, roomId: RoomId): string | null {
  const room = state.rooms.byId[roomId];
  if (room?.isMember !== true || me(state)?.kind === "customer") return null;
  return room.customer?.isMember === false ? (newDecision(state, room)?.at ?? null) : waitsSince(state, room);
}

/** Whether the viewer is the one to answer: they hold the room, or nobody does (ROOM-3g). */
export function waitsOnMe(state: AppState, roomId: RoomId): boolean {
  return shownWait(state, roomId) !== null && (holderOf(state, roomId) === null || isHolder(state, roomId));
}

export function waited(
  since: number,
  now: number,
  spans: OpenSpans | null,
): { readonly unit: "now" | "minutes" | "hours" | "days"; readonly count: number } {
  const minutes = Math.floor(openMsBetween(spans, since, now) / 60_000);
  if (minutes < 1) return { unit: "now", count: 0 };
  if (minutes < 60) return { unit: "minutes", count: minutes };
  const hours = Math.floor(minutes / 60);
  // HOURS-5: a shop's day has fewer than 24 open hours, so those stay hours.
  return hours < 24 || spans !== null
    ? { unit: "hours", count: hours }
    : { unit: "days", count: Math.floor(hours / 24) };
}
