import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from "fastify";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import type { Caller } from "../kernel/caller.ts";
import { type Refused, refused } from "../kernel/outcome.ts";
import type { SecurityFact, SecurityLog } from "../kernel/security-log.ts";
import { addressGroup } from "./address-group.ts";
import { answerRefused } from "./answer-error.ts";
import type { ExpensiveAnswers } from "./expensive-answers.ts";
import type { LimitName, RateLimiter } from "./rate-limiter.ts";
import type { Tickets } from "./tickets.ts";

/** Null if the token is missing, unknown or expired. `mayAsk` decides whether to look up a token that was not valid recently (SEC-4). */
type IdentifyCaller = (token: string, mayAsk: () => Promise<boolean>) => Promise<Caller | null>;

/** MSG-4h: like `IdentifyCaller`, but by the session of a ticket. */
type IdentifySession = (session: string, mayAsk: () => Promise<boolean>) => Promise<Caller | null>;

/** `expensiveAnswers` is null with `LIMITS=off`. */
export interface AdmissionParts {
  readonly identifyCaller: IdentifyCaller;
  readonly identifySession: IdentifySession;
  /** Reads the tickets that some calls accept in place of a token. */
  readonly tickets: Pick<Tickets, "sessionOf">;
  readonly rateLimiter: RateLimiter;
  readonly expensiveAnswers: ExpensiveAnswers | null;
  readonly security: SecurityLog;
  /** AUTH-11: whether the session's person recently entered their password and second factor. */
  readonly isProven: (session: string) => Promise<boolean>;
}

type Admit = (request: FastifyRequest, reply: FastifyReply, next: HookHandlerDoneFunction) => void;

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** SEC-4: identifies the caller and counts the call, before the body is read and before the database looks up a token. */
export function admitCall(endpoint: Endpoint, admission: AdmissionParts): Admit {
  const { access, limit, isExpensive } = endpoint;
  const isStreamed = endpoint.answers === "file" || endpoint.upload !== undefined;
  // AUTH-3: sign-in itself counts failures by account; here, every request counts by address, readable or not.
  if (limit === "signIn") return admitByAddress("unknownCalls", admission);
  if (access === "public" || limit === "unknownCalls") return admitByAddress(limit, admission);
  return admitUnless(async (request, reply) => {
    if (access === "optional" && request.headers.authorization === undefined)
      return countByAddress(request, "unknownCalls", admission);
    const caller = await findCaller(request, endpoint, admission);
    if ("code" in caller) return caller;
    const waitMs = await admission.rateLimiter.take(limit, countedAs(caller));
    if (waitMs > 0) return limited(request, admission, limit, waitMs);
    const unproven = await unprovenRefusal(endpoint, caller, admission);
    if (unproven !== null) return unproven;
    if (isExpensive !== true || admission.expensiveAnswers === null) return null;
    const line = isStreamed ? streamLine(caller, endpoint, request) : String(caller.user.id);
    const connection = request.raw.socket;
    const inLineMs = await admission.expensiveAnswers.enter({ line, isStreamed, connection, reply });
    return inLineMs > 0 ? limited(request, admission, "expensiveAnswers", inLineMs) : null;
  });
}

/** TFA-1e: a caller whose second factor is pending must not use up the person's own allowance. */
const countedAs = ({ user: { id, second_factor } }: Caller): number | string =>
  second_factor === undefined ? id : `pending ${id}`;

/** AUTH-11: refuses calls that need a recent password; programs cannot enter one. */
async function unprovenRefusal(
  { needsProof }: Endpoint,
  { session, isProgram }: Caller,
  { isProven }: AdmissionParts,
): Promise<Refused | null> {
  if (needsProof !== true) return null;
  if (isProgram) return refused("forbidden");
  return (await isProven(session)) ? null : refused("proof_required");
}

const streamLine = (caller: Caller, endpoint: Endpoint, request: FastifyRequest): string =>
  `${caller.user.id} ${endpoint.path}${isSmall(endpoint, request) ? "?" : ""}`;

/** MSG-4k: small files skip the queue, so that playing films does not delay previews. */
function isSmall({ smallBy }: Endpoint, { query }: FastifyRequest): boolean {
  return smallBy !== undefined && typeof query === "object" && query !== null && smallBy in query;
}

export function admitByAddress(limit: LimitName, admission: AdmissionParts): Admit {
  return admitUnless((request) => countByAddress(request, limit, admission));
}

/** Counts a request by address; returns null if it is within the limit. */
export async function countByAddress(
  request: FastifyRequest,
  limit: LimitName,
  admission: AdmissionParts,
): Promise<Refused | null> {
  const waitMs = await admission.rateLimiter.take(limit, addressGroup(request.ip));
  return waitMs > 0 ? limited(request, admission, limit, waitMs) : null;
}

/** Returns a hook with a callback. After an async one, Fastify would continue the request if the connection was cut before the refusal was sent. */
function admitUnless(findRefusal: (request: FastifyRequest, reply: FastifyReply) => Promise<Refused | null>): Admit {
  return (request, reply, next) => {
    findRefusal(request, reply).then((refusal) => {
      if (refusal === null) next();
      else answerRefused(request, reply, refusal);
    }, next);
  };
}

/** ERR-2: only the token causes a 401. Calls without a valid token count by address; calls with one never do. */
async function findCaller(
  request: FastifyRequest,
  endpoint: Endpoint,
  admission: AdmissionParts,
): Promise<Caller | Refused> {
  const identify = identifierOf(request, endpoint.access === "ticket", admission);
  const counted: { waitMs?: number } = {};
  const mayAsk = async (): Promise<boolean> => {
    counted.waitMs = await admission.rateLimiter.take("unknownCalls", addressGroup(request.ip));
    return counted.waitMs === 0;
  };
  if (identify === null) await mayAsk();
  else request.caller = await identify(mayAsk);
  if (request.caller !== null) {
    if (counted.waitMs !== undefined) admission.rateLimiter.giveBack("unknownCalls", addressGroup(request.ip));
    return firstStepOf(request.caller, endpoint) ?? request.caller;
  }
  const { waitMs = 0 } = counted;
  return waitMs > 0 ? limited(request, admission, "unknownCalls", waitMs) : refused("unauthenticated");
}

/** Returns the step that must precede this call, or null; the second factor comes before the password (TFA-1a, USR-4). */
function firstStepOf({ user, isProgram }: Caller, endpoint: Endpoint): Refused | null {
  if (user.only_room !== undefined && endpoint.takesOneRoom === undefined) return refused("forbidden");
  if (user.second_factor !== undefined && endpoint.takesPendingSignIn !== true)
    return refused("second_factor_required");
  // Programs may continue, since nobody types their token (ERP-2a).
  const isTemporary = user.has_temporary_password === true && !isProgram;
  return isTemporary && endpoint.takesTemporaryPassword !== true ? refused("password_change_required") : null;
}

/** Returns how to identify the caller; a token takes precedence over a ticket. Null without either. */
function identifierOf(
  request: FastifyRequest,
  takesTicket: boolean,
  { identifyCaller, identifySession, tickets }: AdmissionParts,
): ((mayAsk: () => Promise<boolean>) => Promise<Caller | null>) | null {
  const { authorization, cookie = "" } = request.headers;
  const token = /^Bearer ([\w-]{20,200})$/iu.exec(authorization ?? "")?.[1];
  if (token !== undefined) return async (mayAsk) => await identifyCaller(token, mayAsk);
  const session = takesTicket && authorization === undefined ? tickets.sessionOf(cookie, pathOf(request)) : null;
  return session === null ? null : async (mayAsk) => await identifySession(session, mayAsk);
}

export function actorOf({ caller, ip }: FastifyRequest): Omit<SecurityFact, "what"> {
  const from = addressGroup(ip);
  if (caller === null) return { who: null, from };
  return { who: caller.user.id, from, ...(caller.isProgram ? { by: "program" } : {}) };
}

/** The path as requested, without the query. */
export const pathOf = ({ url }: Pick<FastifyRequest, "url">): string => url.split("?", 1)[0] ?? "";

function limited(
  request: FastifyRequest,
  { security }: AdmissionParts,
  what: LimitName | "expensiveAnswers",
  retryAfterMs: number,
): Refused {
  security.note("limit.met", { ...actorOf(request), what });
  return refused("too_many_requests", { retryAfterMs });
}
