import { type Me, type Message, noOwnRooms, type Participant, type Room } from "../state/entities.ts";
import type { AppEvent } from "../state/shape.ts";

export const ana: Participant = { id: 1, name: "Ana Pop", kind: "customer" };
export const radu: Participant = { id: 2, name: "Radu Ion", kind: "erp" };
export const mia: Participant = { id: 3, name: "Mia", kind: "agent" };

/** A signed-in person without roles or settings. */
export const signedIn = (who: Participant): Me => ({
  ...who,
  username: who.name.split(" ")[0]?.toLowerCase() ?? "",
  roles: [],
  silenced: [],
  rooms: noOwnRooms,
  notifications: { privacy: "what", quiet: null },
  locale: "ro",
  version: 1,
});
export const signedInAna: Me = signedIn(ana);
export const signedInRadu: Me = signedIn(radu);

/** A room that Ana and Radu share, with defaults for omitted fields. */
export function room(id: number, { unreadCount = 0, ...given }: Partial<Room> & { unreadCount?: number } = {}): Room {
  const offerNumber = 10_000 + id;
  const cursor = given.cursor ?? 0;
  const { members = [ana, radu], membersTotal = members.length } = given;
  // Even if not all members are named, Ana is one.
  const isMember = membersTotal > members.length || members.includes(ana);
  return {
    id,
    name: `oferta.${offerNumber}`,
    channel: `presence-oferta.${offerNumber}`,
    offerNumber,
    request: null,
    vehicle: "",
    offerStatus: "sent",
    offerVersion: 1,
    lastMessage: null,
    cursor,
    readSeq: 0,
    othersReadSeq: 0,
    readSeqs: {},
    unread: { upto: cursor, count: unreadCount, since: [] },
    epoch: "one",
    isMember,
    customer: null,
    members,
    membersTotal,
    takeOver: null,
    handedOver: null,
    waitingSince: null,
    lastDecision: null,
    broughtIn: null,
    updatedAt: "2026-01-05T08:00:00.000Z",
    ...given,
  };
}

/** A message, by Radu unless given otherwise; its id is computed from the room and `seq`. */
export function message(roomId: number, seq: number, given: Partial<Message> = {}): Message {
  return {
    id: roomId * 100_000 + seq,
    roomId,
    seq,
    clientId: null,
    author: radu,
    sentAt: "2026-01-05T09:00:00.000Z",
    text: `Mesajul ${seq}`,
    file: null,
    actions: [],
    likesTotal: 0,
    updatedSeq: seq,
    editedAt: null,
    isDeleted: false,
    quote: null,
    ...given,
  };
}

export const received = (...messages: readonly Message[]): AppEvent<"sync/events-received"> => ({
  type: "sync/events-received",
  events: messages.map((one) => ({ kind: "message", origin: "live", roomId: one.roomId, seq: one.seq, message: one })),
});

export const readBy = (
  reader: Participant,
  roomId: number,
  seq: number,
  readSeq: number,
): AppEvent<"sync/events-received"> => ({
  type: "sync/events-received",
  events: [{ kind: "read", origin: "live", roomId, seq, reader, readSeq }],
});
