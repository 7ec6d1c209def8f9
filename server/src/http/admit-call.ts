import type { FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { type Refused, refused } from "../kernel/outcome.ts";
import type { SecurityLog } from "../kernel/security-log.ts";
import { addressGroup } from "./address-group.ts";
import { answerRefused } from "./answer-error.ts";
import type { ExpensiveAnswers } from "./expensive-answers.ts";
import type { LimitName, RateLimiter } from "./rate-limiter.ts";

/** Who calls: the signed-in person, and the session that the token stands for (never the token itself). */
export interface Caller {
  readonly user: User;
  readonly session: string;
}

/**
 * Finds who a bearer token belongs to; null for a token that is missing, unknown or expired. Of a token that was not good here
 * lately `mayAsk` is asked before the database is; where it says no, nobody is found (SEC-4).
 */
export type IdentifyCaller = (token: string, mayAsk: () => Promise<boolean>) => Promise<Caller | null>;

/** How calls are admitted; `expensiveAnswers` is null where nobody is limited. */
export interface AdmissionParts {
  readonly identifyCaller: IdentifyCaller;
  readonly rateLimiter: RateLimiter;
  readonly expensiveAnswers: ExpensiveAnswers | null;
  readonly security: SecurityLog;
}

/** Why a request may not come in; null lets it in. */
type Judge = (request: FastifyRequest, reply: FastifyReply) => Promise<Refused | null>;

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** SEC-4: finds who calls and takes the call's limit, before the body is read and before the database is asked for strangers. */
export function admitCall(endpoint: Endpoint, door: AdmissionParts): onRequestHookHandler {
  const { access, limit, isExpensive, path } = endpoint;
  const isStreamed = endpoint.answers === "file" || endpoint.upload !== undefined;
  // AUTH-3: failures are counted there, once it is known whose they are; here whatever comes, also what nobody can read.
  if (limit === "signIn") return admitByAddress("unknownCalls", door);
  if (access === "public" || limit === "unknownCalls") return admitByAddress(limit, door);
  return atTheDoor(async (request, reply) => {
    const unknown = await findCaller(request, door);
    const { caller } = request;
    if (caller === null) return unknown;
    const waitMs = await door.rateLimiter.take(limit, caller.user.id);
    if (waitMs > 0) return limited(request, door, limit, waitMs);
    if (isExpensive !== true || door.expensiveAnswers === null) return null;
    const line = isStreamed ? `${caller.user.id} ${path}` : String(caller.user.id);
    const connection = request.raw.socket;
    const inLineMs = await door.expensiveAnswers.enter({ line, isStreamed, connection, reply });
    return inLineMs > 0 ? limited(request, door, "expensiveAnswers", inLineMs) : null;
  });
}

/** Counts by the address alone; for what is open to everybody. */
export function admitByAddress(limit: LimitName, door: AdmissionParts): onRequestHookHandler {
  return atTheDoor((request) => countByAddress(request, limit, door));
}

/** The refusal of an address that comes too often, or null. */
export async function countByAddress(
  request: FastifyRequest,
  limit: LimitName,
  door: AdmissionParts,
): Promise<Refused | null> {
  const waitMs = await door.rateLimiter.take(limit, addressGroup(request.ip));
  return waitMs > 0 ? limited(request, door, limit, waitMs) : null;
}

/**
 * What is refused never goes on. Such a hook must not be an async function: those go on once the connection is cut, also with a
 * request whose refusal was still to be sent.
 */
function atTheDoor(judge: Judge): onRequestHookHandler {
  return (request, reply, next) => {
    judge(request, reply).then((refusal) => {
      if (refusal === null) next();
      else answerRefused(request, reply, refusal);
    }, next);
  };
}

/** ERR-2: 401 is for the token alone. Who comes without a good one is counted by address; who has one is not, also the first time. */
async function findCaller(request: FastifyRequest, door: AdmissionParts): Promise<Refused | null> {
  const token = /^Bearer ([\w-]{20,200})$/iu.exec(request.headers.authorization ?? "")?.[1] ?? null;
  const counted = { from: "", isCounted: false, waitMs: 0 };
  const mayAsk = async (): Promise<boolean> => {
    counted.from = addressGroup(request.ip);
    counted.waitMs = await door.rateLimiter.take("unknownCalls", counted.from);
    counted.isCounted = true;
    return counted.waitMs === 0;
  };
  if (token === null) await mayAsk();
  else request.caller = await door.identifyCaller(token, mayAsk);
  if (request.caller !== null) {
    if (counted.isCounted) door.rateLimiter.giveBack("unknownCalls", counted.from);
    return null;
  }
  return counted.waitMs > 0 ? limited(request, door, "unknownCalls", counted.waitMs) : refused("unauthenticated");
}

/** The refusal of who met a limit, which the log is told of as well. */
function limited(
  request: FastifyRequest,
  { security }: AdmissionParts,
  what: LimitName | "expensiveAnswers",
  retryAfterMs: number,
): Refused {
  security.note("limit.met", { who: request.caller?.user.id ?? null, what, from: addressGroup(request.ip) });
  return refused("too_many_requests", { retryAfterMs });
}
