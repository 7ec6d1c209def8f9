import { roomMembersNamedMax } from "@cuplaj/protocol/limits.ts";
import type { Message, Participant, Room, RoomEvent, RoomId } from "../state/entities.ts";
import {
  eventsNow,
  has,
  holderAt,
  joinedAt,
  type Log,
  linesIn,
  markerAt,
  membersAt,
  messagesIn,
  time,
  waitingSinceAt,
} from "./model-log.ts";
import { offerAt } from "./model-offers.ts";
import { modelPages } from "./model-pages.ts";
import { ana, mia, radu, room } from "./people.ts";

/** Small limits, so that short histories exceed them. */
const limits = { roomsPerPage: 3, eventsPerRoom: 3, events: 5, gap: 12, fresh: 2 };

/** This room has more members than are named (ROOM-2), most with ids below Ana's. */
const crowdedRoomId = 3;
const crowd = Array.from({ length: roomMembersNamedMax - 2 }, (_, index): Participant => {
  return { id: index - roomMembersNamedMax, name: `Om ${index}`, kind: "agent" };
});
export const crowdOf = (id: RoomId): readonly Participant[] => (id === crowdedRoomId ? crowd : []);

interface Held {
  readonly logOf: (id: RoomId) => Log;
  readonly epochNow: () => string;
  readonly counts: (message: Message) => boolean;
  /** The minimum of the room's unread count, which its mark sets. */
  readonly atLeast: (id: RoomId) => number;
}

export function viewsOf(roomIds: readonly RoomId[], { logOf, epochNow, counts, atLeast }: Held) {
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
      unreadCount: Math.max(
        atLeast(id),
        messagesIn(log).filter((message) => message.seq > readSeq && counts(message)).length,
      ),
      membersTotal: everybody.length,
      takeOver: holderAt(log),
      waitingSince: waitingSinceAt(log),
      ...offerAt(log),
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
    messagesOf: (id: RoomId): readonly Message[] => messagesIn(logOf(id)),
    linesOf: (id: RoomId) => linesIn(logOf(id)),
    heads: () => ({ epoch: epochNow(), heads: listed().map(({ id, cursor }) => ({ id, last_seq: cursor })) }),
    roomsPage: (page: number) => {
      const all = listed();
      const from = (page - 1) * limits.roomsPerPage;
      return { rooms: all.slice(from, from + limits.roomsPerPage), total: all.length, page };
    },
    ...modelPages(logOf, roomOf),
    sync: catchUpOf({ logOf, epochNow, roomOf, listed, unread }),
  };
}

interface Listed extends Pick<Held, "logOf" | "epochNow"> {
  readonly roomOf: (id: RoomId) => Room | null;
  readonly listed: () => readonly Room[];
  readonly unread: () => Readonly<Record<RoomId, number>>;
}

const catchUpOf =
  ({ logOf, epochNow, roomOf, listed, unread }: Listed) =>
  (asked: string | null, cursors: Readonly<Record<RoomId, number>>) => {
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
  };

const caughtUp = (event: RoomEvent): RoomEvent => ({ ...event, origin: "catch-up" });

/** MSG-6: rooms that the page does not have: in full as far as the response has space, the others only by their head. */
function unheldIn(rooms: readonly Room[], cursors: Readonly<Record<RoomId, number>>) {
  const unheld = rooms.filter(({ id }) => cursors[id] === undefined);
  const leftOut = unheld.slice(limits.fresh).map(({ id, cursor }) => ({ id, events: [], head: cursor, hasMore: true }));
  return { fresh: unheld.slice(0, limits.fresh), leftOut };
}
