import { roomMembersNamedMax } from "@cuplaj/protocol/limits.ts";
import type { Message, Participant, Room, RoomEvent, RoomId } from "../state/entities.ts";
import type { CaughtUp } from "../sync/sync-shape.ts";
import type { NamedLine } from "../lines/group-lines.ts";
import { isSamePerson } from "../state/selectors.ts";
import { editedName } from "./edited-kind.ts";
import {
  createLogs,
  eventsNow,
  has,
  joinedAt,
  type Log,
  linesIn,
  markerAt,
  membersAt,
  messagesIn,
  time,
} from "./model-log.ts";
import { type ModelPages, modelPages } from "./model-pages.ts";
import { ana, mia, radu, room } from "./people.ts";

/** A small server that stores nothing but each room's log: all its answers are read from there. The view is Ana's. */
export interface ModelServer extends ModelPages {
  readonly publish: (author: Participant, roomId: RoomId, clientId?: string) => Message | null;
  readonly read: (reader: Participant, roomId: RoomId, upto: number) => number | null;
  readonly leave: (person: Participant, roomId: RoomId) => void;
  /** Changes a message, by an event that a page may know (MSG-6) or not (SYNC-9). */
  readonly edit: (roomId: RoomId, index: number) => void;
  readonly join: (person: Participant, roomId: RoomId) => void;
  /** Ana silences a person, or undoes that; answers whom she silences then (ROOM-7). */
  readonly silence: (person: Participant, isSilenced: boolean) => readonly Participant[];
  /** Deletes the newest message but `newer`. */
  readonly remove: (roomId: RoomId, newer: number) => void;
  /** An older copy replaces all logs, under a numbering of its own. */
  readonly restore: (lost: number) => void;
  readonly roomOf: (roomId: RoomId) => Room | null;
  readonly roomsPage: (page: number) => {
    readonly rooms: readonly Room[];
    readonly total: number;
    readonly page: number;
  };
  readonly unread: () => Readonly<Record<RoomId, number>>;
  readonly sync: (epoch: string | null, cursors: Readonly<Record<RoomId, number>>) => Omit<CaughtUp, "asked">;
  readonly heads: () => {
    readonly epoch: string;
    readonly heads: readonly { readonly id: RoomId; readonly last_seq: number }[];
  };
  readonly messagesOf: (roomId: RoomId) => readonly Message[];
  /** The quiet lines of a room's log (MSG-9). */
  readonly linesOf: (roomId: RoomId) => readonly NamedLine[];
}

/** Small limits, so that short histories exceed them. */
const limits = { roomsPerPage: 3, eventsPerRoom: 3, events: 5, gap: 12, fresh: 2 };

/** This room has so many others, with ids below Ana's, that not all members are named (ROOM-2). */
const crowdedRoomId = 3;
const crowd = Array.from({ length: roomMembersNamedMax - 2 }, (_, index): Participant => {
  return { id: index - roomMembersNamedMax, name: `Om ${index}`, kind: "agent" };
});
const crowdOf = (id: RoomId): readonly Participant[] => (id === crowdedRoomId ? crowd : []);

/** A server with rooms of Ana, Radu and Mia; `send` gets each event that Ana receives. */
export function createModelServer(roomIds: readonly RoomId[], send: (event: RoomEvent) => void): ModelServer {
  const { add, logOf, epochNow, restore } = createLogs(roomIds, send);
  const isMember = (person: Participant, id: RoomId): boolean => has(membersAt(logOf(id)), person);
  const { counts, silence, remove } = createUncounted((id) => messagesIn(logOf(id)));
  let ids = 0;

  function changeMembers(person: Participant, id: RoomId, isJoining: boolean): void {
    const before = membersAt(logOf(id));
    if (has(before, person) === isJoining) return;
    const change = { joined: isJoining ? person : null, left: isJoining ? null : person };
    const membersTotal = crowdOf(id).length + before.length + (isJoining ? 1 : -1);
    add(id, (seq) => ({ kind: "members", origin: "live", roomId: id, seq, ...change, membersTotal }));
  }

  function store(author: Participant, id: RoomId, clientId: string | null): Message | null {
    if (!isMember(author, id)) return null;
    ids += 1;
    const sentAt = time(roomIds.length + ids);
    const made = { id: ids, roomId: id, clientId, author, sentAt, text: `Mesajul ${ids}` };
    add(id, (seq) => ({
      kind: "message",
      origin: "live",
      roomId: id,
      seq,
      message: { ...made, seq, actions: [], likesTotal: 0, updatedSeq: seq },
    }));
    return messagesIn(logOf(id)).at(-1) ?? null;
  }

  return {
    ...viewsOf(roomIds, { logOf, epochNow, counts }),
    restore,
    silence,
    remove,
    publish: (author, id, clientId) =>
      messagesIn(logOf(id)).find((one) => clientId !== undefined && one.clientId === clientId) ??
      store(author, id, clientId ?? null),
    read: (reader, id, upto) => {
      if (!isMember(reader, id)) return null;
      const readSeq = Math.min(upto, logOf(id).length);
      const before = markerAt(logOf(id), reader);
      const isNews = messagesIn(logOf(id)).some(({ seq }) => seq > before && seq <= readSeq);
      if (isNews) add(id, (seq) => ({ kind: "read", origin: "live", roomId: id, seq, reader, readSeq }));
      return markerAt(logOf(id), reader);
    },
    edit: (id, index) => {
      const messages = messagesIn(logOf(id));
      const { seq: messageSeq } = messages[index % messages.length] ?? {};
      if (messageSeq === undefined) return;
      add(id, (seq) => {
        const edit = { messageSeq, text: `Altfel la ${seq}` };
        return { kind: "payload", name: editedName, origin: "live", roomId: id, seq, data: edit, edit };
      });
    },
    leave: (person, id) => changeMembers(person, id, false),
    join: (person, id) => changeMembers(person, id, true),
  };
}

/** Messages above Ana's marker that are not unread (ROOM-7). */
function createUncounted(messagesOf: (id: RoomId) => readonly Message[]) {
  let silenced: readonly Participant[] = [];
  const deleted = new Set<number>();
  return {
    counts: ({ id, author }: Message): boolean =>
      author !== null && !isSamePerson(author, ana) && !has(silenced, author) && !deleted.has(id),
    silence: (person: Participant, isSilenced: boolean): readonly Participant[] => {
      const others = silenced.filter((one) => !isSamePerson(one, person));
      silenced = isSilenced ? [...others, person] : others;
      return silenced;
    },
    remove: (id: RoomId, newer: number): void => {
      const message = messagesOf(id).at(-1 - newer);
      if (message) deleted.add(message.id);
    },
  };
}

type Views = Omit<ModelServer, "publish" | "read" | "leave" | "edit" | "join" | "silence" | "remove" | "restore">;

interface Held {
  readonly logOf: (id: RoomId) => Log;
  readonly epochNow: () => string;
  /** Whether a message above Ana's marker is unread to her (ROOM-7). */
  readonly counts: (message: Message) => boolean;
}

/** The logs as Ana sees them. */
function viewsOf(roomIds: readonly RoomId[], { logOf, epochNow, counts }: Held): Views {
  const roomOf = (id: RoomId): Room | null => {
    const log = logOf(id);
    const movers = membersAt(log);
    if (!has(movers, ana)) return null;
    const everybody = [...crowdOf(id), ...movers.toSorted((left, right) => left.id - right.id)];
    const members = everybody.slice(0, roomMembersNamedMax);
    const lastMessage = messagesIn(log).at(-1) ?? null;
    const readSeq = markerAt(log, ana);
    return room(id, {
      readSeq,
      othersReadSeq: Math.max(markerAt(log, radu), markerAt(log, mia)),
      readSeqs: Object.fromEntries(members.map((one) => [one.id, Math.max(markerAt(log, one), joinedAt(log, one))])),
      members,
      lastMessage,
      cursor: log.length,
      unreadCount: messagesIn(log).filter((message) => message.seq > readSeq && counts(message)).length,
      membersTotal: everybody.length,
      epoch: epochNow(),
      updatedAt: lastMessage?.sentAt ?? time(id),
    });
  };
  const listed = (): Room[] =>
    roomIds.flatMap((id) => roomOf(id) ?? []).toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  const unread = () => Object.fromEntries(listed().map((one) => [one.id, one.unread.count]));
  return {
    roomOf,
    unread,
    messagesOf: (id) => messagesIn(logOf(id)),
    linesOf: (id) => linesIn(logOf(id)),
    heads: () => ({ epoch: epochNow(), heads: listed().map(({ id, cursor }) => ({ id, last_seq: cursor })) }),
    roomsPage: (page) => {
      const all = listed();
      const from = (page - 1) * limits.roomsPerPage;
      return { rooms: all.slice(from, from + limits.roomsPerPage), total: all.length, page };
    },
    ...modelPages(logOf, roomOf),
    sync: (asked, cursors) => {
      const epoch = epochNow();
      const isSame = asked === null || asked === epoch;
      const positions = Object.entries(cursors).map(([id, cursor]) => ({ id: Number(id), cursor }));
      const canFollow = ({ id, cursor }: (typeof positions)[number]): boolean =>
        isSame && cursor <= logOf(id).length && logOf(id).length - cursor <= limits.gap && roomOf(id) !== null;
      let left = limits.events;
      const rooms = positions.filter(canFollow).map(({ id, cursor }) => {
        const log = logOf(id);
        const events = eventsNow(log, cursor, cursor + Math.min(limits.eventsPerRoom, left)).map(caughtUp);
        left -= events.length;
        return { id, events, head: log.length, hasMore: cursor + events.length < log.length };
      });
      const reset = positions.filter((index) => !canFollow(index)).map(({ id }) => id);
      const { fresh, leftOut } = unheldIn(listed(), cursors);
      return { epoch, rooms: [...rooms, ...leftOut], reset, fresh, unread: unread() };
    },
  };
}

const caughtUp = (event: RoomEvent): RoomEvent => ({ ...event, origin: "catch-up" });

/** MSG-6: the rooms that the page does not hold; rooms that an answer has no space for are among the others. */
function unheldIn(rooms: readonly Room[], cursors: Readonly<Record<RoomId, number>>) {
  const unheld = rooms.filter(({ id }) => cursors[id] === undefined);
  const leftOut = unheld.slice(limits.fresh).map(({ id, cursor }) => ({ id, events: [], head: cursor, hasMore: true }));
  return { fresh: unheld.slice(0, limits.fresh), leftOut };
}
