import type { DemoTalk, DemoOffer } from "./content/demo-offer.ts";
import { demoPeople, type DemoUsername, roomMembers } from "./content/people.ts";
import { readOfferLines, vatRate } from "./offer-lines.ts";
import { localTime, readTranscript } from "./transcript.ts";

/** All that the demo writes, as rows that name each other by username and offer number; times are in ms since the epoch. */
export type DemoRecords = ReturnType<typeof demoRecords>;

/** RUN-9: the demo's rows for these offers; the same arguments always give the same rows. */
export function demoRecords(
  offers: readonly DemoOffer[],
  passwordHashOf: (username: DemoUsername) => string,
  now: number,
) {
  const opened = offers.flatMap((offer) => (offer.talk === null ? [] : [roomRecords(offer, offer.talk, now)]));
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

function offerRecord(offer: DemoOffer, now: number) {
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
  const messages = readTranscript(offer.talk?.transcript ?? "", now);
  const answered = messages.findLast((message) => message.author !== offer.customer);
  return answered?.at ?? localTime(now, 1 + Math.max(0, 7 - offer.validForDays), 9, 0);
}

function lineRecords(offer: DemoOffer) {
  return readOfferLines(offer.lines).map((line, index) => ({
    ...line,
    offer: offer.number,
    position: index + 1,
    vatRate,
  }));
}

/**
 * An offer's room. Its log starts with the joins of its members, then come the messages (MSG-5), which also have their number among
 * the room's messages; a member has read all but so many of them (ROOM-7).
 */
function roomRecords({ number, customer }: DemoOffer, talk: DemoTalk, now: number) {
  const spoken = readTranscript(talk.transcript, now);
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
      const readOrdinal = total - (talk.unread[username] ?? 0);
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
