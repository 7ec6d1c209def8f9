import { roomsPerPage } from "@cuplaj/protocol/limits.ts";
import { isQuiet } from "@cuplaj/protocol/quiet-hours.ts";
import { loadedMessage } from "../state/history/loaded-message.ts";
import { countsAsUnread } from "../state/messages/read-messages.ts";
import { offerUpdateOf } from "../state/offer-entities.ts";
import { requestUpdateOf } from "../state/request-entities.ts";
import { isBroughtInNew } from "../state/rooms/new-decision.ts";
import { isMuted, ownRooms } from "../state/own-rooms/own-rooms.ts";
import type { CaughtUp } from "../state/connection/connection-state.ts";
import type { Message, MessageAction, Participant, RoomEvent } from "../state/entities.ts";
import { isReading, isSamePerson, isSilenced, me } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { changed, type Change } from "../state/transition.ts";
import type { Ring } from "./notifications-shape.ts";

/** NOTE-3: rings once for events that arrive together, and never in quiet hours. */
export function ring(state: AppState, events: readonly RoomEvent[], now: number): Change {
  const rings = events.flatMap((event) => ringOf(state, event) ?? []);
  if (rings.length === 0 || isQuiet(me(state)?.notifications.quiet ?? null, now)) return changed(state);
  const isLooking = state.attention.isVisible && state.attention.isFocused;
  return changed(state, [{ type: "ring", rings, isLooking }]);
}

/** ROOM-14f: join events for rooms that the person was added to. Only rooms that belong on the first page count as new. */
export function joinsOf(state: AppState, { fresh, asked }: CaughtUp): readonly RoomEvent[] {
  const self = me(state);
  const { pinned } = ownRooms(state);
  return fresh.flatMap((room) => {
    const { id: roomId, broughtIn, membersTotal } = room;
    if (broughtIn === null || !isBroughtInNew(room) || state.rooms.page === 0) return [];
    const { seq, by, at } = broughtIn;
    const above = Object.values(asked).filter(({ id, updatedAt }) => updatedAt > at || pinned.includes(id));
    if (above.length >= roomsPerPage) return [];
    return [{ kind: "members", origin: "catch-up", roomId, seq, joined: self, left: null, by, membersTotal } as const];
  });
}

/** NOTE-3b: muted rooms, silenced people, the person's own acts on any device, and visited rooms never ring. */
function ringOf(state: AppState, event: RoomEvent): Ring | null {
  const { roomId, seq } = event;
  // A room that is not loaded must be one of the person's own, since a visited room is open.
  const isOwn = state.rooms.byId[roomId]?.isMember !== false;
  if (!isOwn || isMuted(state, roomId) || isReading(state, roomId)) return null;
  const news = newsOf(state, event);
  return news && { ...news, roomId, seq };
}

type News = Pick<Ring, "about" | "name" | "text">;

function newsOf(state: AppState, event: RoomEvent): News | null {
  switch (event.kind) {
    case "message": {
      const { author, text } = event.message;
      return isUnread(state, event.message) ? { about: "message", name: author?.name ?? "", text } : null;
    }
    case "payload":
      return (
        byOther(state, "take-over", takerOf(state, event)) ?? (concerns(state, event) ? changeOf(state, event) : null)
      );
    case "members":
      return isSamePerson(event.joined, me(state)) ? byOther(state, "brought-in", event.by ?? null) : null;
    case "read":
    case "take-over":
      return null;
  }
}

function byOther(state: AppState, about: News["about"], person: Participant | null): News | null {
  const isNews = person !== null && !isSamePerson(person, me(state)) && !isSilenced(me(state), person);
  return isNews ? { about, name: person.name, text: "" } : null;
}

const isUnread = (state: AppState, message: Message): boolean =>
  countsAsUnread(me(state), message) && message.seq > (state.rooms.byId[message.roomId]?.readSeq ?? 0);

type Payload = Extract<RoomEvent, { kind: "payload" }>;

function takerOf(state: AppState, { name, roomId, data }: Payload): Participant | null {
  if (name !== "ChatMessageAction") return null;
  // Payloads of this event name have been parsed as message actions.
  const { kind, isDeleted, messageSeq, person } = data as MessageAction;
  const isOwn = isSamePerson(loadedMessage(state, roomId, messageSeq)?.author ?? null, me(state));
  return kind === "take-over" && !isDeleted && isOwn ? person : null;
}

/** Whether offer and request are the viewer's. Customers own those of their rooms, and staff those of the rooms they hold. */
function concerns(state: AppState, { roomId }: Payload): boolean {
  const self = me(state);
  return self?.kind === "customer" || isSamePerson(state.rooms.byId[roomId]?.takeOver?.person ?? null, self);
}

const changeOf = (state: AppState, event: Payload): News | null =>
  byOther(state, "offer", offerUpdateOf(event)?.by ?? null) ??
  byOther(state, "request", requestUpdateOf(event)?.by ?? null);
