import { isDatabaseAway } from "../storage/database-away.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import {
  publishFreshStatement,
  publishOneStatement,
  type PublishRow,
  publishStatement,
} from "./publish-statement.pg.ts";
import type { NewMessage, Publication } from "./store.ts";

type Settled = PromiseSettledResult<Publication>;

/** Publishes a batch; see `MessageStore.publish`. A batch that holds a bad send is halved until that one is alone. */
export async function publishMessages(
  pool: StatementPool,
  messages: readonly NewMessage[],
  timestamp: string,
): Promise<readonly Settled[]> {
  try {
    return (await publishTogether(pool, messages, timestamp)).map((value) => ({ status: "fulfilled", value }));
  } catch (reason) {
    if (messages.length <= 1 || isDatabaseAway(reason)) return messages.map(() => ({ status: "rejected", reason }));
    const middle = Math.ceil(messages.length / 2);
    // One half after the other: in a room that both halves have, the order of arrival decides.
    const before = await publishMessages(pool, messages.slice(0, middle), timestamp);
    return [...before, ...(await publishMessages(pool, messages.slice(middle), timestamp))];
  }
}

async function publishTogether(
  pool: StatementPool,
  messages: readonly NewMessage[],
  timestamp: string,
): Promise<Publication[]> {
  const stored = await publishFresh(pool, messages, timestamp).catch((error: unknown) => {
    if (isLostRace(error)) return null;
    throw error;
  });
  const rows = stored ?? (await publishAny(pool, messages, timestamp));
  return toPublications(messages, rows, timestamp);
}

/** Stores sends of which none was sent before and each is a member's, which nearly all are; null where one is not. */
async function publishFresh(
  pool: StatementPool,
  messages: readonly NewMessage[],
  timestamp: string,
): Promise<readonly PublishRow[] | null> {
  const [first, ...more] = messages;
  if (first === undefined) return null;
  if (more.length > 0) return await publishManyFresh(pool, messages, timestamp);
  const rows = await publishOneStatement(pool, [first.roomId, first.author.id, first.text, first.clientId, timestamp]);
  return rows.length > 0 ? rows : null;
}

async function publishManyFresh(
  pool: StatementPool,
  messages: readonly NewMessage[],
  timestamp: string,
): Promise<readonly PublishRow[] | null> {
  if (repeatsItself(messages)) return null;
  const sends = messages.map((message, place) => ({ message, place }));
  sends.sort((left, right) => left.message.roomId - right.message.roomId || left.place - right.place);
  const counts = new Map<number, number>();
  const turns = sends.map(({ message: { roomId } }) => {
    const turn = (counts.get(roomId) ?? 0) + 1;
    counts.set(roomId, turn);
    return turn;
  });
  const stored = await publishFreshStatement(pool, [
    sends.map(({ message }) => message.roomId),
    sends.map(({ message }) => message.author.id),
    sends.map(({ message }) => message.text),
    sends.map(({ message }) => message.clientId),
    turns,
    [...counts.keys()],
    [...counts.values()],
    timestamp,
  ]);
  if (stored.length < messages.length) return null;
  const rows: PublishRow[] = [];
  for (const [turn, row] of stored.entries()) {
    const send = sends[turn];
    if (send !== undefined) rows[send.place] = row;
  }
  return rows;
}

/** Whether two of them are the same author's `client_id`. */
function repeatsItself(messages: readonly NewMessage[]): boolean {
  const named = messages.filter(({ clientId }) => clientId !== null);
  return new Set(named.map(({ author, clientId }) => `${author.id} ${clientId}`)).size < named.length;
}

/** Stores those that can be stored, and finds out about the others. Tried once more after a lost race, and then given up. */
async function publishAny(
  pool: StatementPool,
  messages: readonly NewMessage[],
  timestamp: string,
): Promise<readonly PublishRow[]> {
  const run = (): Promise<readonly PublishRow[]> =>
    publishStatement(pool, [
      messages.map((message) => message.roomId),
      messages.map((message) => message.author.id),
      messages.map((message) => message.text),
      messages.map((message) => message.clientId),
      timestamp,
    ]);
  try {
    return await run();
  } catch (error) {
    if (isLostRace(error)) return await run();
    throw error;
  }
}

/**
 * Another process stored the same `client_id` just now, let the author leave, or had locks that we needed; the second try finds
 * what it left.
 */
const isLostRace = (error: unknown): boolean =>
  error instanceof Error &&
  (("constraint" in error && error.constraint === "messages_author_id_client_id") ||
    ("code" in error && (error.code === "40P01" || error.code === "40001")));

function toPublications(
  messages: readonly NewMessage[],
  rows: readonly PublishRow[],
  timestamp: string,
): Publication[] {
  const byClientId = new Map<string, Publication>();
  return messages.map((message, place) => {
    const row = rows[place];
    if (row === undefined) return { kind: "not-member" };
    // Also to who has left since: the first answer may have been lost (MSG-2).
    const firstRoomId = row.first_id === null ? null : row.first_room_id;
    if (!row.is_member && firstRoomId !== message.roomId) return { kind: "not-member" };
    const key = `${message.author.id} ${message.clientId}`;
    const publication = toPublication(message, row, timestamp) ?? asRepeated(byClientId.get(key));
    if (publication.kind === "stored" && message.clientId !== null) byClientId.set(key, publication);
    return publication;
  });
}

/** Null for a send that repeats one before it in the batch. */
function toPublication(sent: NewMessage, row: PublishRow, timestamp: string): Publication | null {
  const { roomId, author, text, clientId } = sent;
  if (row.first_id !== null) {
    const first = { id: row.first_id, roomId: row.first_room_id, seq: row.first_seq, clientId };
    const message = { ...first, text: row.first_body, timestamp: row.first_timestamp, author };
    return { kind: "repeated", message };
  }
  if (row.id === null) return null;
  return {
    kind: "stored",
    message: { id: row.id, roomId, seq: row.seq, clientId, text, timestamp, author },
    membersSeq: row.members_seq,
  };
}

function asRepeated(first: Publication | undefined): Publication {
  return first?.kind === "stored" ? { kind: "repeated", message: first.message } : { kind: "not-member" };
}
