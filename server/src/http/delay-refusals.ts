import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../kernel/clock.ts";
import { addressGroup } from "./address-group.ts";
import { createMemoryRateLimiter } from "./rate-limiter.ts";

/** Refusals that are answered at once: a burst, and then so many a second. Clients that exceed it ignore `Retry-After`. */
const atOnce = { refusals: { burst: 10, perSecond: 10 } };
/** How long the others wait for their answer: longer the more wait already, so that they do not all come back at once. */
const pauseMs = 1000;
const furtherPauseMs = 2;
/** Answers that are delayed at once: for one person or address, and in all. */
const delayedOfOneMax = 500;
const delayedMax = 2000;

/** Answers a refusal, at once or after a pause; where too many are delayed already, the connection is cut instead. */
export type DelayRefusal = (request: FastifyRequest, answer: () => void) => void;

/** Bytes of an unread body that are read after the answer, so that the connection can be reused. */
const readBytesMax = 8 * 1024;
/** Refusals of requests with longer bodies are not delayed, because the body would stay in memory meanwhile. */
const delayedBytesMax = 64 * 1024;
/** What cannot be read, what has no good token, and what comes too often. */
const delayedStatuses: ReadonlySet<number> = new Set([400, 401, 429]);

/** Delays refusals of the whole application; must come after hooks that refuse. The rest of a long body is left unread. */
export function delayRefusals(app: FastifyInstance, delay: DelayRefusal): void {
  app.addHook("onSend", (request, reply, _payload, next) => {
    if (!request.raw.complete && hasLongBody(request, readBytesMax)) void reply.header("Connection", "close");
    if (delayedStatuses.has(reply.statusCode)) delay(request, next);
    else next();
  });
}

function hasLongBody({ headers }: FastifyRequest, bytes: number): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > bytes;
}

/** SEC-4: clients that ignore refusals are answered a second later, so that a loop costs next to nothing. */
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
