import type { OfferLineStatus, OfferStatus, Vehicle } from "@cuplaj/protocol/offer.ts";
import type { DemoConversation, DemoOffer } from "./content/demo-offer.ts";
import { type DemoPerson, demoPeople, type DemoUsername, roomMembers } from "./content/people.ts";
import { localTime } from "./local-time.ts";
import { readOfferLines, vatRate } from "./offer-lines.ts";
import { readTranscript, type SpokenMessage } from "./transcript.ts";

/** An account as it is stored; ids are given in order of `position`. */
interface PersonRecord extends DemoPerson {
  readonly position: number;
  readonly passwordHash: string;
}

/** An offer as it is stored, without its lines. Times here and below are in milliseconds since the epoch. */
interface OfferRecord extends Vehicle {
  readonly number: number;
  readonly customer: DemoUsername;
  readonly status: OfferStatus;
  readonly version: number;
  readonly validUntil: number;
  readonly updatedAt: number;
}

/** A line of an offer as it is stored; `position` counts from 1. */
interface LineRecord {
  readonly offer: number;
  readonly position: number;
  readonly code: string;
  readonly brand: string;
  readonly name: string;
  readonly qty: number;
  readonly unitPrice: string;
  readonly vatRate: number;
  readonly stock: number;
  readonly deliveryDays: number;
  readonly status: OfferLineStatus;
}

/** An offer's room; its log starts with the joins of its members, then come the messages (MSG-5). */
interface RoomRecord {
  readonly offer: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastSeq: number;
  readonly messagesTotal: number;
  readonly membersSeq: number;
}

/** A member of a room: their join's `seq` in the log and how far they have read (ROOM-7). */
interface MembershipRecord {
  readonly offer: number;
  readonly username: DemoUsername;
  readonly joinSeq: number;
  readonly joinedAt: number;
  readonly readSeq: number;
  readonly readOrdinal: number;
}

/** A message with its place in the room's log and its number among the room's messages. */
interface MessageRecord extends SpokenMessage {
  readonly offer: number;
  readonly seq: number;
  readonly ordinal: number;
}

/** All that the demo writes, as rows that name each other by username and offer number. */
export interface DemoRecords {
  readonly people: readonly PersonRecord[];
  readonly offers: readonly OfferRecord[];
  readonly lines: readonly LineRecord[];
  readonly rooms: readonly RoomRecord[];
  readonly memberships: readonly MembershipRecord[];
  readonly messages: readonly MessageRecord[];
}

/** RUN-9: the demo's rows for these offers; the same arguments always give the same rows. */
export function demoRecords(
  offers: readonly DemoOffer[],
  passwordHashOf: (username: DemoUsername) => string,
  now: number,
): DemoRecords {
  const opened = offers.flatMap((offer) =>
    offer.conversation === null ? [] : [roomRecords(offer, offer.conversation, now)],
  );
  return {
    people: demoPeople.map((person, index) => ({
      ...person,
      position: index + 1,
      passwordHash: passwordHashOf(person.username),
    })),
    offers: offers.map((offer) => offerRecord(offer, now)),
    lines: offers.flatMap(lineRecords),
    rooms: opened.map((records) => records.room),
    memberships: opened.flatMap((records) => records.memberships),
    messages: opened.flatMap((records) => records.messages),
  };
}

function offerRecord(offer: DemoOffer, now: number): OfferRecord {
  const { number, customer, status, version, vehicle, validForDays } = offer;
  return {
    ...vehicle,
    number,
    customer,
    status,
    version,
    validUntil: localTime(now, -validForDays, 23, 59),
    updatedAt: lastTouched(offer, now),
  };
}

/** An offer changes when staff answers about it; one that nobody spoke of was typed in ahead of its validity. */
function lastTouched(offer: DemoOffer, now: number): number {
  const messages = readTranscript(offer.conversation?.transcript ?? "", now);
  const answered = messages.findLast((message) => message.author !== offer.customer);
  return answered?.at ?? localTime(now, 1 + Math.max(0, 7 - offer.validForDays), 9, 0);
}

function lineRecords(offer: DemoOffer): readonly LineRecord[] {
  return readOfferLines(offer.lines).map((line, index) => ({
    ...line,
    offer: offer.number,
    position: index + 1,
    vatRate,
  }));
}

interface RoomRecords {
  readonly room: RoomRecord;
  readonly memberships: readonly MembershipRecord[];
  readonly messages: readonly MessageRecord[];
}

function roomRecords({ number, customer }: DemoOffer, conversation: DemoConversation, now: number): RoomRecords {
  const spoken = readTranscript(conversation.transcript, now);
  const members = roomMembers(customer);
  const joins = members.length;
  const total = spoken.length;
  const createdAt = (spoken[0]?.at ?? now) - openedBeforeMs;
  return {
    room: {
      offer: number,
      createdAt,
      updatedAt: spoken.at(-1)?.at ?? createdAt,
      lastSeq: joins + total,
      messagesTotal: total,
      membersSeq: joins,
    },
    memberships: members.map((username, index) => {
      const readOrdinal = total - (conversation.unread[username] ?? 0);
      const joined = { joinSeq: index + 1, joinedAt: createdAt };
      return { offer: number, username, ...joined, readOrdinal, readSeq: joins + readOrdinal };
    }),
    messages: spoken.map((message, index) => ({
      ...message,
      offer: number,
      seq: joins + index + 1,
      ordinal: index + 1,
    })),
  };
}

/** How long before its first message a room was opened. */
const openedBeforeMs = 90_000;
