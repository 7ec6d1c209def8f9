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

/**
 * Finds who a bearer token belongs to; null for a token that is missing, unknown or expired. A token that was not good here lately is
 * looked up in the database only where `mayAsk` permits it; else nobody is found (SEC-4).
 */
type IdentifyCaller = (token: string, mayAsk: () => Promise<boolean>) => Promise<Caller | null>;

/** MSG-4h: the same for a session that was found otherwise. */
type IdentifySession = (session: string, mayAsk: () => Promise<boolean>) => Promise<Caller | null>;

/** How calls are admitted; `expensiveAnswers` is null where nobody is limited. */
export interface AdmissionParts {
  readonly identifyCaller: IdentifyCaller;
  readonly identifySession: IdentifySession;
  /** Makes and reads what calls that ask for a `ticket` take instead of a token. */
  readonly tickets: Pick<Tickets, "sessionOf">;
  readonly rateLimiter: RateLimiter;
  readonly expensiveAnswers: ExpensiveAnswers | null;
  readonly security: SecurityLog;
  /** AUTH-11: whether the session's person has given their password lately. */
  readonly isProven: (session: string) => Promise<boolean>;
}

/** A hook that lets a request go on or answers its refusal. */
type Admit = (request: FastifyRequest, reply: FastifyReply, next: HookHandlerDoneFunction) => void;

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** SEC-4: finds who calls and takes the call's limit, before the body is read and before the database is asked about a token. */
export function admitCall(endpoint: Endpoint, admission: AdmissionParts): Admit {
  const { access, limit, isExpensive } = endpoint;
  const isStreamed = endpoint.answers === "file" || endpoint.upload !== undefined;
  // AUTH-3: failures are counted there, once it is known whose they are; here whatever comes, also what nobody can read.
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

/** TFA-1e: whoever has the password alone uses nothing of what the person may call. */
const countedAs = ({ user: { id, second_factor } }: Caller): number | string =>
  second_factor === undefined ? id : `pending ${id}`;

/** AUTH-11: how a call that asks for the password is refused to a session that has not given it lately; no program has one to give. */
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

/** MSG-4k: films that play hold up no previews. */
function isSmall({ smallBy }: Endpoint, { query }: FastifyRequest): boolean {
  return smallBy !== undefined && typeof query === "object" && query !== null && smallBy in query;
}

/** Counts by the address alone; for what is open to everybody. */
export function admitByAddress(limit: LimitName, admission: AdmissionParts): Admit {
  return admitUnless((request) => countByAddress(request, limit, admission));
}

/** The refusal of an address that comes too often, or null. */
export async function countByAddress(
  request: FastifyRequest,
  limit: LimitName,
  admission: AdmissionParts,
): Promise<Refused | null> {
  const waitMs = await admission.rateLimiter.take(limit, addressGroup(request.ip));
  return waitMs > 0 ? limited(request, admission, limit, waitMs) : null;
}

/**
 * A refused request never reaches its handler. The hook is no async function: Fastify would continue one whose connection was cut
 * before its refusal was sent.
 */
function admitUnless(findRefusal: (request: FastifyRequest, reply: FastifyReply) => Promise<Refused | null>): Admit {
  return (request, reply, next) => {
    findRefusal(request, reply).then((refusal) => {
      if (refusal === null) next();
      else answerRefused(request, reply, refusal);
    }, next);
  };
}

/** ERR-2: 401 is for the token alone. Calls without a good one count by address; calls with one do not, also the first time. */
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

/** What the caller has to do before this call, the second factor before the password (TFA-1a, USR-4); null where nothing is. */
function firstStepOf({ user, isProgram }: Caller, endpoint: Endpoint): Refused | null {
  if (user.second_factor !== undefined && endpoint.takesPendingSignIn !== true)
    return refused("second_factor_required");
  // Programs go on, since nobody types their token (ERP-2a).
  const isTemporary = user.has_temporary_password === true && !isProgram;
  return isTemporary && endpoint.takesTemporaryPassword !== true ? refused("password_change_required") : null;
}

/** How to find who calls: by the token, or by a ticket where the call takes one and nothing else is sent; null where there is neither. */
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

/** Who asks, as security events have it. */
export function actorOf({ caller, ip }: FastifyRequest): Omit<SecurityFact, "what"> {
  const from = addressGroup(ip);
  if (caller === null) return { who: null, from };
  return { who: caller.user.id, from, ...(caller.isProgram ? { by: "program" } : {}) };
}

/** The path that a request asks for, as it was sent. */
export const pathOf = ({ url }: Pick<FastifyRequest, "url">): string => url.split("?", 1)[0] ?? "";

/** Refuses and logs a call that met a limit. */
function limited(
  request: FastifyRequest,
  { security }: AdmissionParts,
  what: LimitName | "expensiveAnswers",
  retryAfterMs: number,
): Refused {
  security.note("limit.met", { ...actorOf(request), what });
  return refused("too_many_requests", { retryAfterMs });
}
