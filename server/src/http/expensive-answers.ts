import type { EventEmitter } from "node:events";
import { type Clock, endOfTick } from "../kernel/clock.ts";
import { Turns } from "../kernel/turns.ts";

/** Calls per person that may queue for a slot, and longest time in the queue. */
const waitingOfOneMax = 16;
const waitMsMax = 10_000;
const retryMs = 2000;
/** A response above this size holds its slot for 1 s per MiB, since making it slows down everybody, however fast it is read. */
const smallBytes = 64 * 1024;
const bytesPerMs = (1024 * 1024) / 1000;
/** If the connection was cut, the slot is held a little longer, since the response is computed anyway. */
const cutRestMs = 250;

/** SEC-5: limits a person's concurrent expensive responses; further calls queue. */
export type ExpensiveAnswers = ReturnType<typeof createExpensiveAnswers>;

interface ExpensiveCall {
  /** Identifies the person. Each streamed call has its own line, so that slow files never delay lists. */
  readonly line: string;
  /** Streamed responses are not charged for their size. */
  readonly isStreamed: boolean;
  readonly connection: EventEmitter & { readonly destroyed: boolean };
  readonly reply: {
    readonly raw: EventEmitter & { readonly writableFinished: boolean };
    getHeader(name: "content-length"): unknown;
  };
}

/** Admits `max` calls per line. A slot is freed once its response was sent completely or its connection was cut. */
export function createExpensiveAnswers(clock: Pick<Clock, "setTimeout" | "clearTimeout">, max: number) {
  const turns = new Turns<string>(Infinity, max);
  return {
    /** Resolves with 0 once admitted, or with the ms to wait if refused. */
    async enter(call: ExpensiveCall): Promise<number> {
      // A closed connection emits no event that would free the slot.
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

/** Resolves when the system has accepted the whole response, or when its connection closes, since a queued response may never be sent. */
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

/** Most ms of writing per tick: enough for a hundred small responses, less than one large one takes. */
const writingMsMax = 2;

const tick: { writingMs: number; end: Promise<void> | null } = { writingMs: 0, end: null };

/** SEC-5: spreads large responses over ticks, so that other calls wait for at most one of them. */
export async function writeEvenly(write: () => void): Promise<void> {
  const isOver = (): boolean => tick.writingMs >= writingMsMax;
  while (isOver()) await tick.end;
  const beganAt = performance.now();
  write();
  tick.writingMs += performance.now() - beganAt;
  tick.end ??= endOfTick().then(() => void Object.assign(tick, { writingMs: 0, end: null }));
}
