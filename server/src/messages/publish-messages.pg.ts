import type { Quote } from "@cuplaj/protocol/message.ts";
import { messageColumns, namedActions } from "../rooms/action-columns.ts";
import { isDatabaseAway, isLockTimeout } from "../storage/database-away.ts";
import { fileColumn, quoteColumn } from "./message-columns.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import { asWritten, type StoredMessage } from "./rules.ts";
import type { NewMessage, Publication, SentBefore, SettledPublication } from "./store.ts";

const contended: Publication = { kind: "contended" };

/** Maximum number of attempts at a batch while other processes change its rooms. */
const roundsMax = 3;

/** `wasHeld` becomes true when a lock times out; the batch does not wait for a second timeout. */
interface Tried {
  readonly round: number;
  readonly wasHeld: boolean;
}

export async function publishMessages(
  pool: StatementPool,
  messages: readonly NewMessage[],
  timestamp: string,
  tried: Tried = { round: 1, wasHeld: false },
): Promise<readonly SettledPublication[]> {
  let fates: readonly Publication[];
  try {
    fates = (await storeMessages(pool, messages, timestamp)) ?? (await findFates(pool, messages));
  } catch (reason) {
    return await publishParts(pool, messages, timestamp, tried, reason);
  }
  const left = messages.filter((_, index) => fates[index]?.kind === "contended");
  const isLast = left.length === 0 || tried.round === roundsMax;
  const next = { ...tried, round: tried.round + 1 };
  const again = isLast ? [] : [...(await publishMessages(pool, left, timestamp, next))];
  return fates.map((value) => (value.kind === "contended" ? again.shift() : null) ?? { status: "fulfilled", value });
}

async function publishParts(
  pool: StatementPool,
  messages: readonly NewMessage[],
  timestamp: string,
  tried: Tried,
  reason: unknown,
): Promise<readonly SettledPublication[]> {
  const rejected: SettledPublication = { status: "rejected", reason };
  const results = messages.map((): SettledPublication => rejected);
  const next = { ...tried, wasHeld: tried.wasHeld || isLockTimeout(reason) };
  const parts = isLockTimeout(reason) ? await findFree(pool, messages, tried) : divide(messages, reason);
  // The parts run in sequence, so that a room with sends in both keeps their order.
  for (const part of parts) {
    const sends = part.map(({ message }) => message);
    const settled = await publishMessages(pool, sends, timestamp, next);
    for (const [turn, { index }] of part.entries()) results[index] = settled[turn] ?? rejected;
  }
  return results;
}

type Part = readonly { readonly message: NewMessage; readonly index: number }[];

const selectFreeRooms = namedStatement<{ id: number }>(
  "messages-free-rooms",
  "select id from rooms where id = any($1) for no key update skip locked",
);

/**
 * Returns the sends into rooms that are not locked. After a second lock timeout it returns none, since each timeout uses 2 s of the 5 s that a send
 * may take (ERR-5).
 */
async function findFree(
  pool: StatementPool,
  messages: readonly NewMessage[],
  { wasHeld }: Tried,
): Promise<readonly Part[]> {
  if (wasHeld) return [];
  const rows = await selectFreeRooms(pool, [[...new Set(messages.map(({ roomId }) => roomId))]]).catch(() => []);
  const free = new Set(rows.map(({ id }) => id));
  const sends = messages.map((message, index) => ({ message, index }));
  return free.size === 0 ? [] : [sends.filter(({ message }) => free.has(message.roomId))];
}

/** Bisects a failed batch to find the bad send; returns no parts if every send would fail in the same way. */
function divide(messages: readonly NewMessage[], reason: unknown): readonly Part[] {
  const sends = messages.map((message, index) => ({ message, index }));
  if (sends.length <= 1 || isDatabaseAway(reason)) return [];
  const middle = Math.ceil(sends.length / 2);
  return [sends.slice(0, middle), sends.slice(middle)];
}

interface StoredRow {
  readonly id: number;
  readonly seq: number;
  readonly membersSeq: number;
  readonly quote: Quote | null;
}

/**
 * Takes columns of sends by ascending room (room, author, text, client_id, file, `seq` replied to, position within its room), columns of their rooms
 * (id, number of sends, whether staff wrote one, whether a customer wrote the last: ROOM-3d), and the time. Returns a row per send in order, or no
 * rows.
 */
const storeStatement = namedStatement<StoredRow>(
  "messages-publish",
  `select message_id as id, message_seq as seq, room_members_seq as "membersSeq", quote
   from store_messages($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);

interface SentTo {
  readonly total: number;
  readonly isAnswered: boolean;
  readonly isWaiting: boolean;
}

/** Stores only the first of repeated sends; null if nothing was stored. */
async function storeMessages(
  pool: StatementPool,
  messages: readonly NewMessage[],
  timestamp: string,
): Promise<readonly Publication[] | null> {
  const sends = firstOfEachClientId(messages);
  sends.sort((left, right) => left.message.roomId - right.message.roomId || left.index - right.index);
  const heads = new Map<number, SentTo>();
  const turns = sends.map(({ message: { roomId, author } }) => {
    const { total, isAnswered } = heads.get(roomId) ?? { total: 0, isAnswered: false };
    const isWaiting = author.type === "customer";
    heads.set(roomId, { total: total + 1, isAnswered: isAnswered || !isWaiting, isWaiting });
    return total + 1;
  });
  const sentTo = [...heads.values()];
  const stored = storeStatement(pool, [
    sends.map(({ message }) => message.roomId),
    sends.map(({ message }) => message.author.id),
    sends.map(({ message }) => message.text),
    sends.map(({ message }) => message.clientId),
    sends.map(({ message }) => message.file?.id ?? null),
    sends.map(({ message }) => message.replyToSeq ?? null),
    turns,
    [...heads.keys()],
    sentTo.map(({ total }) => total),
    sentTo.map(({ isAnswered }) => isAnswered),
    sentTo.map(({ isWaiting }) => isWaiting),
    timestamp,
  ]);
  const rows = await stored.catch(noneWhereContended);
  if (rows.length < sends.length) return null;
  const fates = messages.map((): Publication => contended);
  for (const [turn, { message, index }] of sends.entries()) {
    const row = rows[turn];
    if (row !== undefined) fates[index] = toStored(message, row, timestamp);
  }
  return fates;
}

function firstOfEachClientId(messages: readonly NewMessage[]): { message: NewMessage; index: number }[] {
  const known = new Set<string>();
  return messages.flatMap((message, index) => {
    const key = `${message.author.id} ${message.clientId}`;
    if (message.clientId !== null && known.has(key)) return [];
    known.add(key);
    return [{ message, index }];
  });
}

/** Returns no rows if another process stored the same `client_id`, removed the author or caused a deadlock; rethrows any other error. */
function noneWhereContended(error: unknown): readonly StoredRow[] {
  const isRace =
    error instanceof Error &&
    (("constraint" in error && error.constraint === "messages_author_id_client_id") ||
      ("code" in error && (error.code === "40P01" || error.code === "40001")));
  if (isRace) return [];
  throw error;
}

const toStored = (
  { roomId, author, text, clientId, file = null }: NewMessage,
  { id, seq, membersSeq, quote }: StoredRow,
  timestamp: string,
): Publication => ({
  kind: "stored",
  message: { ...asWritten, ...{ id, roomId, seq, clientId, text, timestamp, file, quote, author } },
  membersSeq,
});

/** The message of an earlier send, perhaps in another room; `id` is null if the `client_id` is new. */
type FateRow = { readonly isMember: boolean } & (Omit<StoredMessage, "clientId" | "author"> | { readonly id: null });

/** Finds out why sends were not stored: $1 to $3 are rooms, authors and client_ids. Read-only; returns a row per send in order. */
const fatesStatement = namedStatement<FateRow>(
  "messages-publish-fates",
  `select member.is_there is not null as "isMember", first.id, first.room_id as "roomId", first.seq, first.body as text,
     ${wireTime("first.created_at")} as timestamp, first.updated_seq as "updatedSeq", first.likes_total as "likesTotal", first.actions, first.file,
     ${wireTime("first.edited_at")} as "editedAt", ${wireTime("first.deleted_at")} as "deletedAt", first.quote
   from unnest($1::bigint[], $2::bigint[], $3::uuid[]) with ordinality as send (room_id, author_id, client_id, turn)
   left join lateral (
     select m.*, ${namedActions(messageColumns("m", "p"), "send.author_id")} as actions, ${fileColumn("m")} as file,
       ${quoteColumn("m")} as quote
     from messages m join participants p on p.id = m.author_id
     where m.author_id = send.author_id and m.client_id = send.client_id limit 1
   ) first on true
   left join lateral (
     select true as is_there from memberships
     where room_id = coalesce(first.room_id, send.room_id) and participant_id = send.author_id limit 1
   ) member on true
   order by send.turn`,
);

export async function findSent(pool: StatementPool, send: NewMessage): Promise<SentBefore | null> {
  const [fate] = await findFates(pool, [send]);
  return fate?.kind === "repeated" || fate?.kind === "left" ? fate : null;
}

async function findFates(pool: StatementPool, messages: readonly NewMessage[]): Promise<readonly Publication[]> {
  const rows = await fatesStatement(pool, [
    messages.map((message) => message.roomId),
    messages.map((message) => message.author.id),
    messages.map((message) => message.clientId),
  ]);
  return messages.map((message, index) => toFate(message, rows[index]));
}

/** MSG-2c: reveals the first message only to members of its room, whatever room the send named. */
function toFate({ clientId, author }: NewMessage, row: FateRow | undefined): Publication {
  if (row?.isMember !== true) return { kind: typeof row?.id === "number" ? "left" : "not-member" };
  if (row.id === null) return contended;
  const { isMember: _, ...first } = row;
  return { kind: "repeated", message: { ...first, clientId, author } };
}
