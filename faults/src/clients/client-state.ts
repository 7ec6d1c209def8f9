import { monoMs, sleep } from "../clock.ts";
import type { NewLine } from "../history/history-line.ts";
import type { Recorder } from "../history/recorder.ts";
import type { Person, SeededRoom } from "../product/world.ts";
import type { Random } from "../random.ts";
import { type Answer, createCaller, type HttpCaller } from "./http-caller.ts";
import { type AuthorKind, createRoomLog, type RoomEvent, type RoomLog } from "./room-log.ts";

/** Who a client is and what it may use. */
export interface ClientOptions {
  /** Its name in the history, unique in the run: one single-threaded process, as Jepsen has it. */
  readonly proc: string;
  readonly person: Person;
  /** Rooms it looks into and listens to. */
  readonly rooms: readonly SeededRoom[];
  /** Of the server, or of a proxy in front of it. */
  readonly address: string;
  readonly recorder: Recorder;
  readonly random: Random;
  /** How long a call may take before its outcome counts as unknown. */
  readonly timeoutMs?: number;
}

/** A message that was shown, as one likes it. */
export interface SeenMessage {
  readonly room: number;
  readonly id: number;
  readonly author: AuthorKind;
}

/** A message of one's own, as one changes it. */
interface OwnMessage {
  readonly room: SeededRoom;
  readonly id: number;
}

/** Messages that a client remembers to have been shown. */
const seenMax = 10;

/** What the parts of one client have in common. */
export interface ClientState extends ClientOptions {
  readonly http: HttpCaller;
  readonly logs: Map<number, RoomLog>;
  /** The messages that it was shown last. */
  readonly seen: SeenMessage[];
  /** The messages by which it took rooms over, by room, as far as it knows. */
  readonly held: Map<number, SeenMessage>;
  /** The messages that it sent last. */
  readonly own: OwnMessage[];
  /** Set by `stop`: nothing is tried again. */
  isStopped: boolean;
  note(line: Omit<NewLine, "proc">): void;
  /** Looks for nonces in what came. */
  scan(kind: "frame" | "body", text: string): void;
  show(events: readonly RoomEvent[]): void;
}

const noncePattern = /~[0-9a-f]{16}~/gu;

/** The state of a client that has not started. */
export function createClientState(options: ClientOptions): ClientState {
  const { proc, recorder, person } = options;
  const note = (line: Omit<NewLine, "proc">): void => void recorder.write({ proc, ...line });
  const scan = (kind: "frame" | "body", text: string): void => {
    recorder.scannedBytes += text.length;
    for (const value of new Set(text.match(noncePattern))) note({ f: "nonce", type: "ok", kind, value });
  };
  const seen: SeenMessage[] = [];
  note({ f: "person", type: "ok", value: person.id });
  const { address, timeoutMs = 10_000 } = options;
  return {
    ...options,
    http: createCaller({ address, token: person.token, timeoutMs, onBytes: (text) => scan("body", text) }),
    logs: new Map(),
    seen,
    held: new Map(),
    own: [],
    isStopped: false,
    note,
    scan,
    show(events) {
      for (const { room, seq, kind, id, key, author, action, holder, says } of events) {
        note({ f: "apply", type: "ok", room, seq, kind, id, key, value: action ?? holder ?? says ?? null });
        if (id !== null && author !== undefined) seen.push({ room, id, author });
      }
      seen.splice(0, seen.length - seenMax);
    },
  };
}

/** Loads the first page of a room and begins its log where that was read. */
export async function loadRoom(state: ClientState, roomId: number): Promise<void> {
  const { data } = (await ask(state, "GET", `/api/v1/chat/${roomId}/1`)).body;
  beginLog(state, roomId, data.seq);
}

/** Begins a room's log after `seq`. */
export function beginLog(state: ClientState, roomId: number, seq: number): void {
  state.logs.set(roomId, createRoomLog(seq));
  state.note({ f: "load", type: "ok", room: roomId, seq });
}

/** Asks until the server answers 200; for what a client cannot do without. Gives up after 60 s, or at once on a 4xx. */
export async function ask(
  state: ClientState,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<Extract<Answer, { kind: "answer" }>> {
  const end = monoMs() + 60_000;
  for (;;) {
    const answer = await state.http.call(method, path, body);
    if (answer.kind === "answer" && answer.status < 300) return answer;
    const isFinal = answer.kind === "answer" && answer.status < 500;
    if (isFinal || state.isStopped || monoMs() > end) {
      throw new Error(`${state.proc}: ${method} ${path} came to ${JSON.stringify(answer)}`);
    }
    await pause(state, 100, 300);
  }
}

/** Waits a chosen time between the two (ms). */
export async function pause({ random }: Pick<ClientState, "random">, least: number, most: number): Promise<void> {
  await sleep(least + random.next() * (most - least));
}
