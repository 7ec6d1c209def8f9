import { randomUUID } from "node:crypto";
import { until } from "../clock.ts";
import type { SeededRoom } from "../product/world.ts";
import { like, takeOver } from "./acts.ts";
import { createCatchUp } from "./catch-up.ts";
import { type ClientOptions, type ClientState, beginLog, createClientState, loadRoom, pause } from "./client-state.ts";
import { createLiveLink, type LiveLink } from "./live-link.ts";
import { type Answer, outcomeOf, wordOf } from "./http-caller.ts";
import { edit, remove, textOf } from "./own-words.ts";
import { reloadRoom, recordPeople, recordUnread } from "./reload.ts";

/** One message to send. */
interface Sending {
  readonly room: SeededRoom;
  /** When it was to be sent (`t_mono`), which latency is measured from; now when left out. */
  readonly plannedAt?: number;
  /** Sends it with the same client_id until the server has answered, for at most a minute. */
  readonly isRepeated?: boolean;
  /** Replies to a message of the room that it was shown lately, where there is one. */
  readonly isReply?: boolean;
}

/** Own messages that a client remembers: the more often one of them is changed, the more changes of one message meet. */
const ownMax = 5;

/** A person's device that does one thing at a time and writes into the history whatever it does and sees. */
export interface Client {
  readonly proc: string;
  readonly state: ClientState;
  readonly link: LiveLink;
  /** Loads its rooms, connects and catches up. */
  start(): Promise<void>;
  publish(sending: Sending): Promise<"ok" | "fail" | "info">;
  /** Moves the read marker; `upto` null is the end of the room. */
  read(room: SeededRoom, upto: number | null): Promise<void>;
  /** Likes one of the messages that it was shown last, or takes that back; nothing where it was shown none. */
  like(isLiked: boolean): Promise<void>;
  /** Takes a room over by a customer's message that it was shown last, or releases one; nothing where there is none. */
  takeOver(isTaken: boolean): Promise<void>;
  /** Gives one of the messages that it sent last another text, or deletes it; nothing where it sent none. */
  change(what: "edit" | "delete"): Promise<void>;
  leave(room: SeededRoom): Promise<"ok" | "fail" | "info">;
  join(room: SeededRoom): Promise<"ok" | "fail" | "info">;
  /** Leaves a room, comes back after a while, and goes on with it as it then is. */
  wander(room: SeededRoom): Promise<void>;
  /** Loses its connection, and opens one of its rooms anew before it has come back. */
  stumble(room: SeededRoom): Promise<void>;
  /** Tries every way into a room that it does not belong to; whatever comes of it is looked through for nonces. */
  trespass(room: SeededRoom): Promise<void>;
  /** After the last change: is connected and whole, and has fetched what there is. */
  quiesce(): Promise<void>;
  /** Fetches everything anew over HTTP, as a fresh sign-in would: messages, unread counts, who is online. */
  reload(): Promise<void>;
  stop(): void;
}

/** A client that does nothing yet. */
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

/** A reply to what was shown last of a room, if anything was. */
function replyIn({ seen }: ClientState, room: SeededRoom): { reply_to?: number } {
  const quoted = seen.findLast((message) => message.room === room.id);
  return quoted === undefined ? {} : { reply_to: quoted.id };
}

function rememberOwn({ own }: ClientState, room: SeededRoom, id: number | null): void {
  if (id !== null) own.push({ room, id });
  own.splice(0, own.length - ownMax);
}

function messageOf(answer: Answer): { id: number | null; seq: number | null } {
  return answer.kind === "answer" && answer.status < 300 ? answer.body.message : { id: null, seq: null };
}

async function read(state: ClientState, room: SeededRoom, upto: number | null): Promise<void> {
  state.note({ f: "read", type: "invoke", room: room.id, seq: upto });
  const answer = await state.http.call("POST", `/api/v1/read/${room.id}`, upto === null ? {} : { upto });
  const type = outcomeOf(answer);
  const seq = type === "ok" && answer.kind === "answer" ? answer.body.read_seq : null;
  state.note({ f: "read", type, room: room.id, seq, kind: wordOf(answer) });
}

async function changeMembership(
  state: ClientState,
  f: "join" | "leave",
  room: SeededRoom,
): Promise<"ok" | "fail" | "info"> {
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

async function wander(state: ClientState, link: LiveLink, room: SeededRoom): Promise<void> {
  if ((await changeMembership(state, "leave", room)) === "fail") return;
  state.logs.delete(room.id);
  await pause(state, 50, 400);
  while (!state.isStopped && (await changeMembership(state, "join", room)) !== "ok") await pause(state, 100, 300);
  await loadRoom(state, room.id);
  // Where the connection is down, coming back subscribes to all rooms anyway.
  await link.subscribe(room.id, `presence-${room.name}`).catch(() => false);
}

async function stumble(state: ClientState, link: LiveLink, { id }: SeededRoom): Promise<void> {
  link.socket()?.cut();
  const answer = await state.http.call("GET", `/api/v1/chat/${id}/1`);
  // Who has left the room meanwhile does not open it.
  if (answer.kind === "answer" && answer.status === 200 && state.logs.has(id))
    beginLog(state, id, answer.body.data.seq);
}

async function trespass(state: ClientState, link: LiveLink, { id, name }: SeededRoom): Promise<void> {
  await link.subscribe(id, `presence-${name}`).catch(() => false);
  await state.http.call("GET", `/api/v1/chat/${id}/1`);
  await state.http.call("GET", `/api/v1/chat/${name}`);
  await state.http.call("POST", "/api/v1/sync", { cursors: { [id]: 0 } });
  await state.http.call("POST", `/api/v1/read/${id}`, {});
}
