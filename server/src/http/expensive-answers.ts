import type { EventEmitter } from "node:events";
import { type Clock, endOfTick, type Timer } from "../kernel/clock.ts";

/** Calls of one person that may wait for an earlier answer to leave, and how long. */
const waitingMax = 16;
const waitMsMax = 10_000;
/** When a refused call may be repeated. */
const retryMs = 2000;
/** Bytes beyond this hold the slot for 1 s a MiB: making an answer costs everybody, however fast it is read. */
const smallBytes = 64 * 1024;
const bytesPerMs = (1024 * 1024) / 1000;
/** How long the slot is held where the connection was cut: the answer is made all the same. */
const cutRestMs = 250;

/** SEC-5: a person has few expensive answers under way at once; further calls wait in line. */
export type ExpensiveAnswers = ReturnType<typeof createExpensiveAnswers>;

interface ExpensiveCall {
  /** The person; what is streamed to or from them has a line for each call, so that slow files hold up no list. */
  readonly line: string;
  /** The answer is passed on as it comes, so its size costs nobody anything. */
  readonly isStreamed: boolean;
  readonly connection: EventEmitter & { readonly destroyed: boolean };
  readonly reply: {
    readonly raw: EventEmitter & { readonly writableFinished: boolean };
    getHeader(name: "content-length"): unknown;
  };
}

/** The calls of one line: those that are being answered, and those that wait, first come first. */
interface Line {
  underWay: number;
  readonly waiting: Set<Resume>;
}

/** Ends a call's waiting: 0 where it has the slot, else when to come back (ms). */
type Resume = (waitMs: number) => void;

/** Of each line `max` calls are under way. A slot is free when its answer has left, to the last byte, or its connection was cut. */
export function createExpensiveAnswers(clock: Pick<Clock, "setTimeout" | "clearTimeout">, max: number) {
  const lines = new Map<string, Line>();

  /** Passes the slot to the call that waits longest. */
  function pass(name: string, line: Line): void {
    const [next] = line.waiting;
    if (next !== undefined) return next(0);
    line.underWay -= 1;
    if (line.underWay === 0) lines.delete(name);
  }

  function leave(call: ExpensiveCall, line: Line): void {
    const restMs = restAfter(call);
    if (restMs === 0) pass(call.line, line);
    else clock.setTimeout(() => pass(call.line, line), restMs);
  }

  async function wait(call: ExpensiveCall, line: Line): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    let hasSlot = false;
    let timer: Timer | null = null;
    const resume: Resume = (waitMs) => {
      hasSlot = waitMs === 0;
      line.waiting.delete(resume);
      if (timer !== null) clock.clearTimeout(timer);
      resolve(waitMs);
    };
    line.waiting.add(resume);
    timer = clock.setTimeout(() => resume(retryMs), waitMsMax);
    onceGone(call, () => (hasSlot ? leave(call, line) : resume(retryMs)));
    return await promise;
  }

  return {
    /** Answers 0 once the call's turn has come in its line, or how long to wait (ms) where it does not come. */
    async enter(call: ExpensiveCall): Promise<number> {
      // A closed connection emits nothing more that would free the slot.
      if (call.connection.destroyed) return retryMs;
      const line = lines.get(call.line) ?? { underWay: 0, waiting: new Set() };
      lines.set(call.line, line);
      if (line.underWay >= max) return line.waiting.size < waitingMax ? await wait(call, line) : retryMs;
      line.underWay += 1;
      onceGone(call, () => leave(call, line));
      return 0;
    },
  };
}

function restAfter({ isStreamed, reply }: ExpensiveCall): number {
  if (!reply.raw.writableFinished) return cutRestMs;
  if (isStreamed) return 0;
  return Math.max(0, Number(reply.getHeader("content-length") ?? 0) - smallBytes) / bytesPerMs;
}

/** A response finishes when the system has taken all of it; one that waits behind another ends with its connection alone. */
function onceGone({ connection, reply: { raw: response } }: ExpensiveCall, run: () => void): void {
  const once = (): void => {
    connection.off("close", once);
    response.off("finish", once);
    run();
  };
  connection.once("close", once);
  response.once("finish", once);
}

/**
 * Longest time that answers are written in one tick of the event loop: enough for a hundred small ones, less than one large one
 * takes.
 */
const writingMsMax = 2;

/** The tick of the event loop that the process is in. */
const tick: { writingMs: number; end: Promise<void> | null } = { writingMs: 0, end: null };

/** SEC-5: several large answers that are ready at the same moment leave in as many ticks, so that all others wait for one at most. */
export async function writeEvenly(write: () => void): Promise<void> {
  const isOver = (): boolean => tick.writingMs >= writingMsMax;
  while (isOver()) await tick.end;
  const beganAt = performance.now();
  write();
  tick.writingMs += performance.now() - beganAt;
  tick.end ??= endOfTick().then(() => void Object.assign(tick, { writingMs: 0, end: null }));
}
