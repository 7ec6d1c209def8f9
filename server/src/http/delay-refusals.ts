import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../kernel/clock.ts";
import { addressGroup } from "./address-group.ts";
import { createMemoryRateLimiter } from "./rate-limiter.ts";
import { readOn, type ReadOnClock } from "./read-on.ts";

/** Refusals sent without a delay. Only clients that ignore `Retry-After` exceed this rate. */
const atOnce = { refusals: { burst: 10, perSecond: 10 } };
/** Delay of further refusals, and the amount by which it grows per refusal already delayed, so that they are not all sent at once. */
const pauseMs = 1000;
const furtherPauseMs = 2;
/** Most responses delayed at a time: per person or address, and in total. */
const delayedOfOneMax = 500;
const delayedMax = 2000;

export type DelayRefusal = (request: FastifyRequest, answer: () => void) => void;

/** Bytes of an unread body that are still read after the response, so that the connection can be reused. */
const readBytesMax = 8 * 1024;
/** Refusals of longer bodies are not delayed, since the body would remain in memory. */
const delayedBytesMax = 64 * 1024;
/** Statuses of unreadable requests, invalid tokens and exceeded limits. */
const delayedStatuses: ReadonlySet<number> = new Set([400, 401, 429]);

/** Delays refusals of the whole application; register it after the hooks that refuse. */
export function delayRefusals(app: FastifyInstance, delay: DelayRefusal, clock: ReadOnClock): void {
  app.addHook("onSend", (request, reply, _payload, next) => {
    if (!request.raw.complete && hasLongBody(request, readBytesMax)) {
      // A conflict means a part of an upload in the wrong place: its sender should stop now, and ask how much has arrived.
      if (request.caller === null || reply.statusCode === 409) void reply.header("Connection", "close");
      else readOn(request, reply, clock);
    }
    if (delayedStatuses.has(reply.statusCode)) delay(request, next);
    else next();
  });
}

function hasLongBody({ headers }: FastifyRequest, bytes: number): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > bytes;
}

/** SEC-4: delays clients that ignore refusals by a second or more, so that a client in a loop costs almost nothing. */
export function createDelayRefusal(clock: Pick<Clock, "steadyMs" | "setTimeout">): DelayRefusal {
  const limiter = createMemoryRateLimiter(atOnce, () => clock.steadyMs());
  const delayed = new Map<number | string, number>();
  let delayedTotal = 0;

  function count(who: number | string, change: 1 | -1): void {
    const after = (delayed.get(who) ?? 0) + change;
    delayedTotal += change;
    if (after > 0) delayed.set(who, after);
    else delayed.delete(who);
  }

  return (request, answer) => {
    const who = request.caller?.user.id ?? addressGroup(request.ip);
    const ofOne = delayed.get(who) ?? 0;
    if (limiter.take("refusals", who) === 0) answer();
    else if (hasLongBody(request, delayedBytesMax) || delayedTotal >= delayedMax || ofOne >= delayedOfOneMax)
      request.raw.socket.destroy();
    else {
      const end = (): void => {
        count(who, -1);
        answer();
      };
      clock.setTimeout(end, pauseMs + delayedTotal * furtherPauseMs);
      count(who, 1);
    }
  };
}
