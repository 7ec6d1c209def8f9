import type { DemoTalk, DemoOffer } from "./content/demo-offer.ts";
import { demoPeople, type DemoUsername, roomMembers } from "./content/people.ts";
import { readOfferLines, vatRate } from "./offer-lines.ts";
import { demoLog } from "./room-log.ts";
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
    actions: opened.flatMap((records) => records.actions),
    events: opened.flatMap((records) => records.events),
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
  const lines = readTranscript(offer.talk?.transcript ?? "", now);
  const answered = lines.findLast(({ kind, author }) => kind === "message" && author !== offer.customer);
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
 * An offer's room. Its log starts with the joins of its members; a member has read all but so many of its messages (ROOM-7).
 */
function roomRecords({ number: offer, customer }: DemoOffer, talk: DemoTalk, now: number) {
  const lines = readTranscript(talk.transcript, now);
  const members = roomMembers(customer);
  const joins = members.length;
  const total = lines.filter(({ kind }) => kind === "message").length;
  const readers = new Map(members.map((username) => [username, total - (talk.unread[username] ?? 0)]));
  const { messages, actions, events, ...head } = demoLog(lines, { joins, customer, readers });
  const createdAt = (lines[0]?.at ?? now) - openedBeforeMs;
  const updatedAt = messages.at(-1)?.at ?? createdAt;
  return {
    room: { offer, createdAt, updatedAt, messagesTotal: total, membersSeq: joins, ...head },
    memberships: members.map((username, index) => {
      const readOrdinal = readers.get(username) ?? 0;
      const joined = { joinSeq: index + 1, joinedAt: createdAt };
      return { offer, username, ...joined, readOrdinal, readSeq: messages[readOrdinal - 1]?.seq ?? 0 };
    }),
    messages: messages.map((message) => ({ ...message, offer })),
    actions: actions.map((action) => ({ ...action, offer })),
    events: events.map((event) => ({ ...event, offer, membersTotal: joins })),
  };
}

/** How long before its first message a room was opened. */
const openedBeforeMs = 90_000;
