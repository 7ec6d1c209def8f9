import type { EventEmitter } from "node:events";
import { type Clock, endOfTick } from "../kernel/clock.ts";
import { Turns } from "../kernel/turns.ts";

/** Calls per person that may queue for a slot, and for how long. */
const waitingOfOneMax = 16;
const waitMsMax = 10_000;
const retryMs = 2000;
/** Beyond this size a response holds its slot for 1 s per MiB, since making it slows everybody down, however fast it is read. */
const smallBytes = 64 * 1024;
const bytesPerMs = (1024 * 1024) / 1000;
/** If the connection was cut, the slot is still held for a moment, since the response is computed all the same. */
const cutRestMs = 250;

/** SEC-5: Limits a person's concurrent expensive answers; further calls queue. */
export type ExpensiveAnswers = ReturnType<typeof createExpensiveAnswers>;

interface ExpensiveCall {
  /** The person; each streamed call has a line to itself, so that slow files never delay lists. */
  readonly line: string;
  /** The size of streamed responses costs nothing. */
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

/** A response finishes once the system has taken all of it; one queued behind another ends only when its connection does. */
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

/** Most ms of writing per tick: enough for a hundred small responses, less than one large one. */
const writingMsMax = 2;

const tick: { writingMs: number; end: Promise<void> | null } = { writingMs: 0, end: null };

/** SEC-5: Spreads large responses over ticks, so that other calls wait for one of them at most. */
export async function writeEvenly(write: () => void): Promise<void> {
  const isOver = (): boolean => tick.writingMs >= writingMsMax;
  while (isOver()) await tick.end;
  const beganAt = performance.now();
  write();
  tick.writingMs += performance.now() - beganAt;
  tick.end ??= endOfTick().then(() => void Object.assign(tick, { writingMs: 0, end: null }));
}
