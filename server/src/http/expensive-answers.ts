import type { EventEmitter } from "node:events";
import { type Clock, endOfTick } from "../kernel/clock.ts";
import { Turns } from "../kernel/turns.ts";

/** Calls of one person that may queue for a slot, and for how long. */
const waitingOfOneMax = 16;
const waitMsMax = 10_000;
const retryMs = 2000;
/** Beyond this size an answer holds its slot 1 s per MiB: making it costs everybody, however fast it is read. */
const smallBytes = 64 * 1024;
const bytesPerMs = (1024 * 1024) / 1000;
/** Holds the slot a moment if the connection was cut, since the answer is computed all the same. */
const cutRestMs = 250;

/** SEC-5: Limits a person's concurrent expensive answers; further calls queue. */
export type ExpensiveAnswers = ReturnType<typeof createExpensiveAnswers>;

interface ExpensiveCall {
  /** The person; streamed calls have a line each, so that slow files hold up no list. */
  readonly line: string;
  /** Streamed answers cost nothing by size. */
  readonly isStreamed: boolean;
  readonly connection: EventEmitter & { readonly destroyed: boolean };
  readonly reply: {
    readonly raw: EventEmitter & { readonly writableFinished: boolean };
    getHeader(name: "content-length"): unknown;
  };
}

/** Admits `max` calls per line. A slot is free once its answer has left completely or its connection was cut. */
export function createExpensiveAnswers(clock: Pick<Clock, "setTimeout" | "clearTimeout">, max: number) {
  const turns = new Turns<string>(Infinity, max);
  return {
    /** Resolves with 0 once admitted, or with the ms to wait if refused. */
    async enter(call: ExpensiveCall): Promise<number> {
      // A closed connection emits nothing that would free the slot.
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

/** A response finishes once the system has taken all of it; one queued behind another ends only with its connection. */
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

/** Most ms of writing per tick: a hundred small answers, less than one large one. */
const writingMsMax = 2;

const tick: { writingMs: number; end: Promise<void> | null } = { writingMs: 0, end: null };

/** SEC-5: Spreads large answers over ticks, so that other calls wait for one at most. */
export async function writeEvenly(write: () => void): Promise<void> {
  const isOver = (): boolean => tick.writingMs >= writingMsMax;
  while (isOver()) await tick.end;
  const beganAt = performance.now();
  write();
  tick.writingMs += performance.now() - beganAt;
  tick.end ??= endOfTick().then(() => void Object.assign(tick, { writingMs: 0, end: null }));
}
