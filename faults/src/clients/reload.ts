import { ask, type ClientState } from "./client-state.ts";
import { wordIn } from "./own-words.ts";
import { personOf, type ReceivedAction, shownAction } from "./read-event.ts";
import type { WordShown } from "./room-log.ts";

interface FetchedMessage {
  readonly id: number;
  readonly seq: number;
  readonly client_id: string | null;
  readonly customer?: { readonly id: number };
  readonly user?: { readonly id: number };
  readonly agent?: { readonly id: number };
  readonly message: string;
  readonly edited_at?: string;
  readonly deleted_at?: string;
  readonly reply_to?: { readonly id: number; readonly excerpt: string; readonly deleted: boolean };
  readonly likes_total: number;
  readonly messages_actions: readonly ReceivedAction[];
}

/** Fetches every page of a room and records its messages, oldest first. */
export async function reloadRoom(state: ClientState, room: number): Promise<void> {
  const messages: FetchedMessage[] = [];
  let head = 0;
  for (let page = 1, total = 1; messages.length < total; page += 1) {
    const { data } = (await ask(state, "GET", `/api/v1/chat/${room}/${page}`)).body;
    head = data.seq;
    total = data.total;
    if (data.messages.length === 0) break;
    messages.unshift(...data.messages);
  }
  state.note({ f: "reload", type: "ok", room, seq: head, value: messages.length });
  for (const message of messages) {
    const { id, seq, client_id: key, customer, user, agent } = message;
    state.note({ f: "stored", type: "ok", room, id, seq, key, value: (customer ?? user ?? agent)?.id ?? null });
    recordLikes(state, room, message);
    recordTakeOvers(state, room, message);
    recordWords(state, room, message);
  }
}

/** MSG-7, MSG-8: records a changed text, and what a quote shows of the quoted message. */
function recordWords(state: ClientState, room: number, message: FetchedMessage): void {
  const { id, client_id: key, message: text, edited_at: editedAt, deleted_at: deletedAt, reply_to: quote } = message;
  const [kind, value] = [deletedAt !== undefined ? "deleted" : editedAt !== undefined ? "edited" : null, wordIn(text)];
  if (kind !== null || value !== key) state.note({ f: "says", type: "ok", room, id, kind, value });
  if (quote === undefined) return;
  const shown: WordShown = { message: quote.id, word: wordIn(quote.excerpt) };
  state.note({ f: "quotes", type: "ok", room, id, kind: quote.deleted ? "deleted" : null, value: shown });
}

/** ACT-2: how many likes a message names at most. */
const likesNamedMax = 20;

/** ACT-2: records who likes a message: null if not all are named, with person 0 if their number is wrong. */
function recordLikes(
  state: ClientState,
  room: number,
  { id, likes_total: total, messages_actions: all }: FetchedMessage,
): void {
  const people = all.filter((action) => action.action_id === 2);
  const ids = people.map(personOf);
  const named = ids.length === total ? ids.toSorted((a, b) => a - b) : [0];
  const value = total > likesNamedMax ? null : named;
  if (value === null || value.length > 0) state.note({ f: "likes", type: "ok", room, id, value });
}

function recordTakeOvers(state: ClientState, room: number, { messages_actions: all }: FetchedMessage): void {
  for (const action of all.filter(({ action_id: kind }) => kind === 1)) {
    state.note({ f: "taken", type: "ok", room, seq: action.seq, value: shownAction(action) });
  }
}

/** ROOM-7: records the unread counts of the list, the channels and a sync. */
export async function recordUnread(state: ClientState): Promise<void> {
  const isMine = (room: number): boolean => state.logs.has(room);
  for (let page = 1, seen = 0, total = 1; seen < total; page += 1) {
    const { body } = await ask(state, "GET", `/api/v1/all/${page}`);
    if (body.chats.length === 0) break;
    seen += body.chats.length;
    ({ total } = body);
    for (const { id: room, unread_count: value, read_seq: seq } of body.chats) {
      if (isMine(room)) state.note({ f: "unread", type: "ok", kind: "list", room, seq, value });
    }
  }
  const { channels } = (await ask(state, "GET", "/api/v1/channels")).body;
  for (const { kind, id: room, unread_count: value } of channels) {
    if (kind === "room" && isMine(room)) state.note({ f: "unread", type: "ok", kind: "channels", room, value });
  }
  const cursors = Object.fromEntries([...state.logs].map(([id, log]) => [id, log.cursor()]));
  const { unread } = (await ask(state, "POST", "/api/v1/sync", { cursors })).body;
  for (const [room, value] of Object.entries(unread)) {
    if (isMine(Number(room))) state.note({ f: "unread", type: "ok", kind: "sync", room: Number(room), value });
  }
}

/** Records who is online in a room (LIVE-6), and who holds it (ACT-2). */
export async function recordPeople(state: ClientState, room: number): Promise<void> {
  const { chats } = (await ask(state, "GET", `/api/v1/chat/${room}`)).body;
  const [{ online, taken_over_by: holder, take_over: action }] = chats;
  state.note({ f: "presence", type: "ok", room, value: online.map(({ id }: { id: number }) => id) });
  const seq = action?.seq ?? null;
  state.note({ f: "holder", type: "ok", room, id: action?.message_id ?? null, seq, value: holder?.id ?? null });
}
