import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../kernel/clock.ts";
import { addressGroup } from "./address-group.ts";
import { createMemoryRateLimiter } from "./rate-limiter.ts";

/** Refusals that are answered at once: so many, and then so many a second. Whoever comes more often does not wait as told. */
const atOnce = { refusals: { burst: 10, perSecond: 10 } };
/** How long the others wait for their answer: longer the more wait already, so that they do not all come back at once. */
const pauseMs = 1000;
const furtherPauseMs = 2;
/** Answers that are held at once: for one person or address, and in all. */
const heldOfOneMax = 500;
const heldMax = 2000;

/** Answers a refusal, at once or after a pause; where too many are held already, the connection is cut instead. */
export type HoldRefused = (request: FastifyRequest, answer: () => void) => void;

/** What holding takes. */
export type HoldParts = Pick<Clock, "now" | "setTimeout">;

/** Of a body that was not read so much is read after the answer, so that the connection can be kept. */
const readBytesMax = 8 * 1024;
/** Who sends more is not held: so much of it would lie in memory meanwhile. */
const heldBytesMax = 64 * 1024;
/** Refusals of the door: what cannot be taken, who is not known, and who comes too often. */
const heldStatuses: ReadonlySet<number> = new Set([400, 401, 429]);

/** Holds all of the application; what makes a refusal of an answer must come before. What has not come yet of a long body is left unread. */
export function holdRefusals(app: FastifyInstance, hold: HoldRefused): void {
  app.addHook("onSend", (request, reply, _payload, next) => {
    if (!request.raw.complete && hasLongBody(request, readBytesMax)) void reply.header("Connection", "close");
    if (heldStatuses.has(reply.statusCode)) hold(request, next);
    else next();
  });
}

function hasLongBody({ headers }: FastifyRequest, bytes: number): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > bytes;
}

/** SEC-4: who keeps coming in spite of refusals is answered a second later, so that a loop costs next to nothing. */
export function createHoldRefused({ now, setTimeout }: HoldParts): HoldRefused {
  const limiter = createMemoryRateLimiter(atOnce, now);
  const held = new Map<number | string, number>();
  let heldTotal = 0;

  function count(who: number | string, change: 1 | -1): void {
    const after = (held.get(who) ?? 0) + change;
    heldTotal += change;
    if (after > 0) held.set(who, after);
    else held.delete(who);
  }

  return (request, answer) => {
    const who = request.caller?.user.id ?? addressGroup(request.ip);
    if (limiter.take("refusals", who) === 0) return answer();
    if (hasLongBody(request, heldBytesMax) || heldTotal >= heldMax || (held.get(who) ?? 0) >= heldOfOneMax) {
      request.raw.socket.destroy();
      return undefined;
    }
    setTimeout(
      () => {
        count(who, -1);
        answer();
      },
      pauseMs + heldTotal * furtherPauseMs,
    );
    count(who, 1);
    return undefined;
  };
}
