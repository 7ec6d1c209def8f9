import type { EventEmitter } from "node:events";
import { type Clock, endOfTick } from "../kernel/clock.ts";
import { Turns } from "../kernel/turns.ts";

/** Calls of one person that may wait for an earlier answer to leave, and how long. */
const waitingOfOneMax = 16;
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

/** Of each line `max` calls are under way. A slot is free when its answer has left, to the last byte, or its connection was cut. */
export function createExpensiveAnswers(clock: Pick<Clock, "setTimeout" | "clearTimeout">, max: number) {
  const turns = new Turns<string>(Infinity, max);
  return {
    /** Answers 0 once the call's turn has come in its line, or how long to wait (ms) where it does not come. */
    async enter(call: ExpensiveCall): Promise<number> {
      // A closed connection emits nothing more that would free the slot.
      if (call.connection.destroyed) return retryMs;
      const gone = whenGone(call);
      const leave = await turns.enter({ clock, waitMsMax, waitingOfOneMax, gone }, call.line);
      if (leave === null) return retryMs;
      void gone.then((restMs) => {
        if (restMs === 0) leave();
        else clock.setTimeout(leave, restMs);
      });
      return 0;
    },
  };
}

function restAfter({ isStreamed, reply }: ExpensiveCall): number {
  if (!reply.raw.writableFinished) return cutRestMs;
  if (isStreamed) return 0;
  return Math.max(0, Number(reply.getHeader("content-length") ?? 0) - smallBytes) / bytesPerMs;
}

/**
 * Answers for how long the slot is held once the call is over. A response finishes when the system has taken all of it; one that waits
 * behind another ends with its connection alone.
 */
function whenGone(call: ExpensiveCall): Promise<number> {
  const { connection, reply } = call;
  const { raw: response } = reply;
  return new Promise((resolve) => {
    const once = (): void => {
      connection.off("close", once);
      response.off("finish", once);
      resolve(restAfter(call));
    };
    connection.once("close", once);
    response.once("finish", once);
  });
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
