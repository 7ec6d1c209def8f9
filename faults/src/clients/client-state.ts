import { monoMs, sleep } from "../clock.ts";
import type { NewLine } from "../history/history-line.ts";
import type { Recorder } from "../history/recorder.ts";
import type { Person, Room } from "../product/world.ts";
import type { Random } from "../random.ts";
import { type Answer, createCaller, type HttpCaller } from "./http-caller.ts";
import { type AuthorKind, createRoomLog, type RoomEvent, type RoomLog } from "./room-log.ts";

export interface ClientOptions {
  /** The client's name, unique in the history. It stands for one single-threaded process, as in Jepsen. */
  readonly proc: string;
  readonly person: Person;
  readonly rooms: readonly Room[];
  /** The server, or a proxy in front of it. */
  readonly address: string;
  readonly recorder: Recorder;
  readonly random: Random;
  /** How long a call waits for a response, ms; then its outcome counts as unknown. */
  readonly timeoutMs?: number;
}

export interface SeenMessage {
  readonly room: number;
  readonly id: number;
  readonly author: AuthorKind;
}

interface OwnMessage {
  readonly room: Room;
  readonly id: number;
}

/** How many of the messages shown last a client remembers. */
const seenMax = 10;

export interface ClientState extends ClientOptions {
  readonly http: HttpCaller;
  readonly logs: Map<number, RoomLog>;
  readonly seen: SeenMessage[];
  /** The messages by which the client believes that it holds rooms, by room. */
  readonly held: Map<number, SeenMessage>;
  readonly own: OwnMessage[];
  /** Set by `stop`; ends all retries. */
  isStopped: boolean;
  note(line: Omit<NewLine, "proc">): void;
  scan(kind: "frame" | "body", text: string): void;
  show(events: readonly RoomEvent[]): void;
}

const noncePattern = /~[0-9a-f]{16}~/gu;

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

export async function loadRoom(state: ClientState, roomId: number): Promise<void> {
  const { data } = (await ask(state, "GET", `/api/v1/chat/${roomId}/1`)).body;
  beginLog(state, roomId, data.seq);
}

export function beginLog(state: ClientState, roomId: number, seq: number): void {
  state.logs.set(roomId, createRoomLog(seq));
  state.note({ f: "load", type: "ok", room: roomId, seq });
}

/** Repeats a call until it returns 2xx; throws after 60 s, or at once on a 3xx or 4xx other than a rate limit. */
export async function ask(
  state: Pick<ClientState, "http" | "isStopped" | "proc" | "random">,
  method: Parameters<HttpCaller["call"]>[0],
  path: string,
  body?: unknown,
): Promise<Extract<Answer, { kind: "answer" }>> {
  const end = monoMs() + 60_000;
  for (;;) {
    const answer = await state.http.call(method, path, body);
    if (answer.kind === "answer" && answer.status < 300) return answer;
    const isFinal = answer.kind === "answer" && answer.status < 500 && answer.status !== 429;
    if (isFinal || state.isStopped || monoMs() > end) {
      throw new Error(`${state.proc}: ${method} ${path} came to ${JSON.stringify(answer)}`);
    }
    await pause(state, 100, 300);
  }
}

export async function pause({ random }: Pick<ClientState, "random">, least: number, most: number): Promise<void> {
  await sleep(least + random.next() * (most - least));
}
