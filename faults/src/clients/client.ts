import { randomUUID } from "node:crypto";
import { until } from "../clock.ts";
import type { Room } from "../product/world.ts";
import { like, takeOver } from "./acts.ts";
import { createCatchUp } from "./catch-up.ts";
import { type ClientOptions, type ClientState, beginLog, createClientState, loadRoom, pause } from "./client-state.ts";
import { createLiveLink, type LiveLink } from "./live-link.ts";
import { type Answer, outcomeOf, wordOf } from "./http-caller.ts";
import { edit, remove, textOf } from "./own-words.ts";
import { reloadRoom, recordPeople, recordUnread } from "./reload.ts";

interface Sending {
  readonly room: Room;
  /** The planned time (`t_mono`), from which latency is measured; now by default. */
  readonly plannedAt?: number;
  /** Retries with the same client_id, for at most a minute. */
  readonly isRepeated?: boolean;
  /** Replies to one of the messages shown last in the room, if there is any. */
  readonly isReply?: boolean;
}

/** How many of its own messages a client remembers: few, so that several changes are made to the same message. */
const ownMax = 5;

/** A person's device. It does one thing at a time, and records everything that it does and sees in the history. */
export interface Client {
  readonly proc: string;
  readonly state: ClientState;
  readonly link: LiveLink;
  start(): Promise<void>;
  publish(sending: Sending): Promise<"ok" | "fail" | "info">;
  /** Moves the read marker up to `upto`, or to the end of the room if null. */
  read(room: Room, upto: number | null): Promise<void>;
  /** Likes a recently shown message, or takes the like back; does nothing without one. */
  like(isLiked: boolean): Promise<void>;
  /** Takes a room over by a recent message of its customer, or releases one; does nothing without such a message. */
  takeOver(isTaken: boolean): Promise<void>;
  /** Edits or deletes one of its own recent messages; does nothing without one. */
  change(what: "edit" | "delete"): Promise<void>;
  leave(room: Room): Promise<"ok" | "fail" | "info">;
  join(room: Room): Promise<"ok" | "fail" | "info">;
  /** Leaves a room, comes back after a while, and reloads it. */
  wander(room: Room): Promise<void>;
  /** Loses its connection, and reopens one of its rooms before the connection is back. */
  stumble(room: Room): Promise<void>;
  /** Tries every way into somebody else's room; everything returned is searched for nonces. */
  trespass(room: Room): Promise<void>;
  /** Waits until the client is connected and has caught up after the last change. */
  quiesce(): Promise<void>;
  /** Fetches messages, unread counts and presence over HTTP, as after signing in again. */
  reload(): Promise<void>;
  stop(): void;
}

export function createClient(options: ClientOptions): Client {
  const state = createClientState(options);
  const catchUp = createCatchUp(state);
  const link = createLiveLink(state, catchUp);
  return {
    proc: options.proc,
    state,
    link,
    async start() {
      for (const { id } of state.rooms) await loadRoom(state, id);
      await link.open();
    },
    publish: (sending) => publish(state, sending),
    read: (room, upto) => read(state, room, upto),
    like: (isLiked) => like(state, isLiked),
    takeOver: (isTaken) => takeOver(state, isTaken),
    change: (what) => (what === "edit" ? edit(state) : remove(state)),
    leave: (room) => changeMembership(state, "leave", room),
    join: (room) => changeMembership(state, "join", room),
    wander: (room) => wander(state, link, room),
    stumble: (room) => stumble(state, link, room),
    trespass: (room) => trespass(state, link, room),
    async quiesce() {
      await until(() => link.isWhole(), 60_000, `${state.proc} to be whole again`);
      await catchUp.run();
      for (const [room, log] of state.logs) state.note({ f: "whole", type: "ok", room, seq: log.cursor() });
    },
    async reload() {
      for (const room of state.logs.keys()) await reloadRoom(state, room);
      await recordUnread(state);
      for (const room of state.logs.keys()) await recordPeople(state, room);
    },
    stop() {
      state.isStopped = true;
      link.close();
      state.http.close();
    },
  };
}

async function publish(
  state: ClientState,
  { room, plannedAt, isRepeated, isReply }: Sending,
): Promise<"ok" | "fail" | "info"> {
  const key = randomUUID();
  const planned = plannedAt ?? state.recorder.now();
  const body = { message: textOf(room, key), client_id: key, ...(isReply === true && replyIn(state, room)) };
  for (;;) {
    state.note({ f: "publish", type: "invoke", room: room.id, key, value: planned });
    const answer = await state.http.call("POST", `/api/v1/publish/${room.id}`, body);
    const outcome = outcomeOf(answer);
    const { id, seq } = messageOf(answer);
    state.note({ f: "publish", type: outcome, room: room.id, key, id, seq, value: wordOf(answer) });
    rememberOwn(state, room, id);
    const mayRepeat = outcome === "info" || answer.kind === "not-sent";
    const isOver = state.isStopped || state.recorder.now() - planned > 60_000;
    if (!isRepeated || !mayRepeat || isOver) return outcome;
    await pause(state, 100, 300);
  }
}

function replyIn({ seen }: ClientState, room: Room): { reply_to?: number } {
  const quoted = seen.findLast((message) => message.room === room.id);
  return quoted === undefined ? {} : { reply_to: quoted.id };
}

function rememberOwn({ own }: ClientState, room: Room, id: number | null): void {
  if (id !== null) own.push({ room, id });
  own.splice(0, own.length - ownMax);
}

function messageOf(answer: Answer): { id: number | null; seq: number | null } {
  return answer.kind === "answer" && answer.status < 300 ? answer.body.message : { id: null, seq: null };
}

async function read(state: ClientState, room: Room, upto: number | null): Promise<void> {
  state.note({ f: "read", type: "invoke", room: room.id, seq: upto });
  const answer = await state.http.call("POST", `/api/v1/read/${room.id}`, upto === null ? {} : { upto });
  const type = outcomeOf(answer);
  const seq = type === "ok" && answer.kind === "answer" ? answer.body.read_seq : null;
  state.note({ f: "read", type, room: room.id, seq, kind: wordOf(answer) });
}

async function changeMembership(state: ClientState, f: "join" | "leave", room: Room): Promise<"ok" | "fail" | "info"> {
  const { id: value } = state.person;
  state.note({ f, type: "invoke", room: room.id, value });
  const answer =
    f === "join"
      ? await state.http.call("POST", "/api/v1/join", { type: 1, channel: room.offerId })
      : await state.http.call("POST", `/api/v1/leave/${room.id}`);
  const type = outcomeOf(answer);
  state.note({ f, type, room: room.id, value, kind: wordOf(answer) });
  return type;
}

async function wander(state: ClientState, link: LiveLink, room: Room): Promise<void> {
  if ((await changeMembership(state, "leave", room)) === "fail") return;
  state.logs.delete(room.id);
  await pause(state, 50, 400);
  while (!state.isStopped && (await changeMembership(state, "join", room)) !== "ok") await pause(state, 100, 300);
  await loadRoom(state, room.id);
  // The subscription fails while disconnected, but reconnecting subscribes to all rooms anyway.
  await link.subscribe(room.id, `presence-${room.name}`).catch(() => false);
}

async function stumble(state: ClientState, link: LiveLink, { id }: Room): Promise<void> {
  link.socket()?.cut();
  const answer = await state.http.call("GET", `/api/v1/chat/${id}/1`);
  // The client may have left the room during the call.
  if (answer.kind === "answer" && answer.status === 200 && state.logs.has(id))
    beginLog(state, id, answer.body.data.seq);
}

async function trespass(state: ClientState, link: LiveLink, { id, name }: Room): Promise<void> {
  await link.subscribe(id, `presence-${name}`).catch(() => false);
  await state.http.call("GET", `/api/v1/chat/${id}/1`);
  await state.http.call("GET", `/api/v1/chat/${name}`);
  await state.http.call("POST", "/api/v1/sync", { cursors: { [id]: 0 } });
  await state.http.call("POST", `/api/v1/read/${id}`, {});
}
