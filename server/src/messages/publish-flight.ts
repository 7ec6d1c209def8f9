import { isoTime } from "../clock.ts";
import { type LiveBroadcaster, toRoomHead } from "../rooms/live-broadcaster.ts";
import type { WriteFlight } from "./publish-writer.ts";
import type { Audience, RoomAudiences } from "./room-audiences.ts";
import { type StoredMessage, toMessage } from "./rules.ts";
import type { MessageStore, NewMessage, Publication } from "./store.ts";
import type { UnsureSend, UnsureSends } from "./unsure-sends.ts";

/** What a flight took: until its commit was heard of, and until its messages were told, ms. */
export interface FlightTimes {
  readonly sends: number;
  readonly commitMs: number;
  readonly tellMs: number;
}

/** What a flight needs. */
export interface FlightParts {
  readonly messages: MessageStore;
  readonly audiences: RoomAudiences;
  readonly unsure: UnsureSends;
  readonly broadcaster: LiveBroadcaster;
  /** Called with rooms of whose messages some may not have been told. */
  readonly unsureRoom: (roomId: number) => void;
  readonly now: () => number;
  readonly measure: (flight: FlightTimes) => void;
  /** The numbering that all rooms' logs follow (MSG-5). */
  readonly epoch: string;
}

type Settled = PromiseSettledResult<Publication>;
type Stored = Publication & { readonly kind: "stored" };

/** So long after it was sent a statement that nobody waits for is over: PostgreSQL ends it after half of this. */
const statementMsMax = 10_000;

/** ROOM-6: who belonged to a room so long ago may have left since; a process can stand still between commit and telling. */
const freshMs = 1500;

/** ERR-3: commits, then tells, then answers. What was committed but could not be told counts as unsure. */
export function createWriteFlight(parts: FlightParts): WriteFlight {
  return async (sends, onDecided) => {
    const atMs = parts.now();
    const startedAt = performance.now();
    const results = await parts.messages.publish(sends, isoTime(atMs));
    const committedAt = performance.now();
    onDecided(results);
    rememberUnsure(parts, sends, results, atMs);
    // Whoever waits for a database that is away is told so now; nothing can be found out before the next flight.
    if (results.every(({ status }) => status === "rejected")) return results;
    try {
      await tellStored(parts, sends, results, parts.now() - atMs > freshMs);
      const tellMs = performance.now() - committedAt;
      parts.measure({ sends: sends.length, commitMs: committedAt - startedAt, tellMs });
      return results;
    } catch (reason) {
      const untold = results.map((result) => (storedIn(result) ? rejected(reason) : result));
      rememberUnsure(parts, sends, untold, atMs);
      return untold;
    }
  };
}

/** Of a send that is repeated the first may have been taken by a process that could not tell it. */
const isUnsure = (result: Settled | undefined): boolean =>
  result?.status === "rejected" || (result?.status === "fulfilled" && result.value.kind === "repeated");

const rejected = (reason: unknown): Settled => ({ status: "rejected", reason });

const storedIn = (result: Settled): Stored | null =>
  result.status === "fulfilled" && result.value.kind === "stored" ? result.value : null;

function rememberUnsure(
  { unsure, unsureRoom }: FlightParts,
  sends: readonly NewMessage[],
  results: readonly Settled[],
  atMs: number,
): void {
  for (const [place, { roomId, author, clientId }] of sends.entries()) {
    const result = results[place];
    if (isUnsure(result)) unsureRoom(roomId);
    if (result?.status !== "rejected" || clientId === null) continue;
    unsure.remember({ roomId, authorId: author.id, clientId, atMs, triedAtMs: atMs });
  }
}

/**
 * MSG-5: each room hears of its messages in the order of `seq`, and first of those whose commit nobody heard of: the lock of
 * the room, which was just ours, decided about them.
 */
async function tellStored(
  parts: FlightParts,
  sends: readonly NewMessage[],
  results: readonly Settled[],
  isOld: boolean,
): Promise<void> {
  const stored = results.flatMap((result) => storedIn(result) ?? []);
  const asked = parts.unsure.of(new Set(sends.map(({ roomId }) => roomId)));
  const found = asked.length === 0 ? [] : await parts.messages.findSent(asked);
  const untold = found.filter((message) => isUntold(message, asked, stored));
  const membersSeqs = new Map<number, number | null>(untold.map(({ roomId }) => [roomId, null]));
  for (const { message, membersSeq } of stored) membersSeqs.set(message.roomId, isOld ? null : membersSeq);
  const messages = [...untold, ...stored.map(({ message }) => message)];
  if (untold.length > 0) messages.sort((left, right) => left.seq - right.seq);
  const audiences = await parts.audiences.of(membersSeqs);
  for (const message of messages) tell(parts, message, audiences.get(message.roomId));
  forgetDecided(parts, asked, found);
}

const isOf = (send: UnsureSend, { author, clientId }: StoredMessage): boolean =>
  send.authorId === author.id && send.clientId === clientId;

/** What is older than the unsure send was stored, and told, by another send of the same `client_id`. */
function isUntold(message: StoredMessage, asked: readonly UnsureSend[], stored: readonly Stored[]): boolean {
  if (stored.some((fresh) => fresh.message.id === message.id)) return false;
  const send = asked.find((each) => isOf(each, message));
  return send?.roomId === message.roomId && message.timestamp >= isoTime(send.atMs);
}

function tell({ broadcaster, epoch }: FlightParts, message: StoredMessage, audience: Audience | undefined): void {
  // Without an audience the room is gone, and with it whoever could hear.
  if (audience === undefined) return;
  const head = { id: message.roomId, offerId: audience.offerId, lastSeq: message.seq };
  const event = { message: toMessage(message, "everyone"), room: toRoomHead(head, epoch) };
  broadcaster.broadcast("ChatMessage", audience.channels, event);
}

/** Forgets what is known to be committed, and what can be committed no more. */
function forgetDecided(
  { unsure, now }: FlightParts,
  asked: readonly UnsureSend[],
  found: readonly StoredMessage[],
): void {
  for (const send of asked) {
    const isFound = found.some((message) => isOf(send, message));
    if (isFound || now() - send.triedAtMs > statementMsMax) unsure.forget(send);
  }
}
