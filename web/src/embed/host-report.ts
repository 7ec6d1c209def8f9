import type { FrameAction, FrameEvents } from "@cuplaj/embed/messages.ts";
import type { MessageAction, Room, RoomEvent, RoomId } from "../state/entities.ts";
import type { OfferUpdate } from "../state/offer-entities.ts";
import { ownRooms } from "../state/own-rooms/own-rooms.ts";
import { isSamePerson, me, shownUnread, unreadTotal } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";

/** A message for the host. An `id` identifies the event and is the same from every page. */
export type Reported = {
  [Action in FrameAction]: { readonly action: Action; readonly payload: FrameEvents[Action]; readonly id?: string };
}[FrameAction];

interface Levels {
  readonly room: { readonly room_id: number | null; readonly offer_id: number | null };
  readonly unread: { readonly total: number; readonly rooms: number } | null;
  readonly online: boolean;
}

/** EMB-3b: reports each applied event once, and levels whenever they change. */
export class HostReport {
  readonly #waiting = new Map<string, RoomEvent>();
  #levels: Levels | null = null;
  #sources: readonly unknown[] = [];
  #rooms: AppState["rooms"]["byId"] = {};
  #open: RoomId | null = null;

  note(events: readonly RoomEvent[]): void {
    for (const event of events) {
      const { roomId, seq } = event;
      if (seq > (this.#rooms[roomId]?.cursor ?? -1)) this.#waiting.set(`${roomId}.${seq}`, event);
    }
  }

  clear(): void {
    this.#waiting.clear();
    this.forgetLevels();
    this.#rooms = {};
    this.#open = null;
  }

  /** If this page leads, returns the applied events in order, and the rooms that were read. In any page, returns the rooms that this page opened. */
  events(state: AppState, isLeading: boolean): readonly Reported[] {
    const reported: Reported[] = [];
    const applied = [...this.#waiting].filter(([, { roomId, seq }]) => seq <= (state.rooms.byId[roomId]?.cursor ?? -1));
    // An event that waited for an earlier one may have arrived before it.
    for (const [key, event] of applied.toSorted(([, one], [, other]) => one.seq - other.seq)) {
      this.#waiting.delete(key);
      if (isLeading) reported.push(...reportedOf(state, event));
    }
    const { opened, read } = this.#reads(state);
    return [...reported, ...[...opened, ...(isLeading ? read : [])].map((room) => reportedRead(state, room))];
  }

  levels(state: AppState): readonly Reported[] {
    const before = this.#levels;
    // Most state changes, such as every key in a draft, affect nothing here.
    const sources = sourcesOf(state);
    if (before !== null && sources.every((source, at) => source === this.#sources[at])) return [];
    const after = levelsOf(state);
    this.#levels = after;
    this.#sources = sources;
    const reported: Reported[] = [];
    if (before?.online !== after.online) reported.push({ action: "connection", payload: { online: after.online } });
    const { unread } = after;
    if (unread !== null && isOther(before?.unread, unread)) reported.push({ action: "unreadChanged", payload: unread });
    if (before?.room.room_id !== after.room.room_id) reported.push({ action: "roomOpened", payload: after.room });
    return reported;
  }

  forgetLevels(): void {
    this.#levels = null;
  }

  /** EMB-3b: a room opened with nothing new to read, and rooms that any of the person's pages has read further. */
  #reads(state: AppState): { readonly opened: readonly Room[]; readonly read: readonly Room[] } {
    const { byId } = state.rooms;
    const [before, openBefore] = [this.#rooms, this.#open];
    const open = state.openRoom.phase === "open" ? state.openRoom.roomId : null;
    const isOpened = open !== openBefore && this.#levels !== null;
    this.#rooms = byId;
    this.#open = open;
    const read = before === byId ? [] : Object.values(byId).filter((room) => isReadFurther(room, before[room.id]));
    const room = open === null ? undefined : byId[open];
    return { opened: isOpened && room !== undefined && !read.includes(room) ? [room] : [], read };
  }
}

const isOther = (before: Levels["unread"] | undefined, after: NonNullable<Levels["unread"]>): boolean =>
  before?.total !== after.total || before.rooms !== after.rooms;

const isReadFurther = (room: Room, before: Room | undefined): boolean =>
  room !== before && room.readSeq > (before?.readSeq ?? room.readSeq);

const reportedRead = (state: AppState, { id, readSeq }: Room): Reported => ({
  action: "messagesRead",
  id: `messagesRead.${id}.${readSeq}`,
  payload: { ...roomOf(state, id), read_seq: readSeq, unread_total: unreadTotal(state) },
});

function reportedOf(state: AppState, event: RoomEvent): readonly Reported[] {
  const { roomId, seq } = event;
  if (event.kind === "message") {
    const payload = {
      ...roomOf(state, roomId),
      ...{ message_id: event.message.id, seq, own: isSamePerson(event.message.author, me(state)) },
      ...{ unread_count: shownUnread(state, roomId), unread_total: unreadTotal(state) },
    };
    return [{ action: "messageReceived", id: `messageReceived.${roomId}.${seq}`, payload }];
  }
  if (event.kind !== "payload") return [];
  // The part with this event name has already parsed the payload.
  if (event.name === "ChatMessageAction") {
    const { kind, isDeleted, messageId } = event.data as MessageAction;
    const act = { message_id: messageId, action_id: kind === "take-over" ? 1 : 2, deleted: isDeleted } as const;
    const id = `messageActionReceived.${roomId}.${seq}`;
    return [{ action: "messageActionReceived", id, payload: { ...roomOf(state, roomId), ...act } }];
  }
  return event.name === "OfferUpdated" ? reportedDecisions(event, event.data as OfferUpdate) : [];
}

const reportedDecisions = (
  { roomId, seq }: RoomEvent,
  { changes, by, offerNumber, version }: OfferUpdate,
): readonly Reported[] =>
  by.kind !== "customer"
    ? []
    : changes
        .filter(({ what, to, lineId }) => what === "line_status" && to === "accepted" && lineId !== null)
        .map(({ lineId }) => ({
          action: "offerAccepted",
          id: `offerAccepted.${roomId}.${seq}.${lineId ?? 0}`,
          payload: { offer_id: offerNumber, line_id: lineId ?? 0, version },
        }));

function roomOf(state: AppState, roomId: RoomId) {
  return { room_id: roomId, offer_id: state.rooms.byId[roomId]?.offerNumber ?? null };
}

const sourcesOf = (state: AppState): readonly unknown[] => [
  ...[state.openRoom, state.rooms, state.connection, state.leaving, state.timelines, state.attention],
  ownRooms(state),
];

function levelsOf(state: AppState): Levels {
  const { openRoom, connection } = state;
  return {
    room: openRoom.phase === "open" ? roomOf(state, openRoom.roomId) : { room_id: null, offer_id: null },
    unread: unreadOf(state),
    online: connection.phase === "online",
  };
}

function unreadOf(state: AppState): Levels["unread"] {
  const { byId, page, unreadElsewhere } = state.rooms;
  const ids = Object.values(byId).map(({ id }) => id);
  // Until the first page arrives, an empty list does not mean that nothing is unread.
  if (page === 0 && ids.length === 0) return null;
  const elsewhere = Object.values(unreadElsewhere).filter((count) => count > 0).length;
  return { total: unreadTotal(state), rooms: elsewhere + ids.filter((id) => shownUnread(state, id) > 0).length };
}
