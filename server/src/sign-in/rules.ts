import { proofMinutesMax } from "@cuplaj/protocol/limits.ts";
import type { DueFactor, ParticipantKind } from "@cuplaj/protocol/participant.ts";

/** The two ways in (AUTH-1): one for customers and agents, one for ERP users. */
export type Realm = "main" | "erp";

/** AUTH-1: whether people of this kind sign in by this realm. */
export const isRealmOf = (realm: Realm, kind: ParticipantKind): boolean => (kind === "erp") === (realm === "erp");

/** TFA-1: of whom a second factor is asked (`TWO_FACTOR`). */
export type TwoFactor = "off" | "staff";

/** TFA-1: whether people of this kind have to have a second factor. */
export const isFactorAsked = (twoFactor: TwoFactor, kind: ParticipantKind): boolean =>
  twoFactor === "staff" && kind !== "customer";

/** TFA-1: what a session has to do before anything else; null where it lacks nothing. A program's token never does (ERP-2). */
export function dueFactor(
  twoFactor: TwoFactor,
  session: {
    readonly kind: ParticipantKind;
    readonly isProgram: boolean;
    /** It has given its second factor, or needs none. */
    readonly isComplete: boolean;
    readonly hasFactor: boolean;
  },
): DueFactor | null {
  if (session.isProgram || session.isComplete || !isFactorAsked(twoFactor, session.kind)) return null;
  return session.hasFactor ? "code" : "enrol";
}

/** AUTH-2: a token that was not used for so long is dead. */
export const tokenIdleMsMax = 30 * 24 * 3600 * 1000;
/** How late the store may learn that a token was used: one write in so long, however often it is used. */
export const tokenTouchEveryMs = 5 * 60 * 1000;
/** Devices of one person; signing in on one more forgets the one that was used longest ago. */
export const tokensPerPersonMax = 100;
/** TFA-1e: sign-ins of one person that are pending. */
export const pendingPerPersonMax = 5;

/** Longest name of a program that is stored with a token, in characters. */
const userAgentCharactersMax = 200;

/** What a program calls itself, without what does not print; null where it says nothing (AUTH-10). */
export function shortUserAgent(header: string | null): string | null {
  const name = (header ?? "").replaceAll(/[^\x20-\x7e]+/gu, " ").trim();
  return name === "" ? null : name.slice(0, userAgentCharactersMax).trimEnd();
}

/** A token as it was last known to be used (ms); null for a program's that never was (ERP-2). */
export interface TokenUse {
  readonly lastUsedAt: number | null;
  readonly isProgram: boolean;
}

/** AUTH-2, ERP-2a: whether the token is still good, and whether its use should be written down. */
export function tokenState({ lastUsedAt, isProgram }: TokenUse, now: number): "expired" | "good" | "good-touch" {
  const idleMs = lastUsedAt === null ? Infinity : now - lastUsedAt;
  if (idleMs >= tokenIdleMsMax && !isProgram) return "expired";
  return idleMs >= tokenTouchEveryMs ? "good-touch" : "good";
}

/** AUTH-11: since when a proof counts. */
export const provenSince = (now: number): number => now - proofMinutesMax * 60_000;

/** How many sign-ins may fail in a minute. */
export interface SignInLimits {
  /** Of one name from one address (AUTH-3). */
  readonly failuresPerMinute: number;
  /** From one address, over all names (SEC-3). */
  readonly failuresPerAddressPerMinute: number;
  /** Of one name, from all addresses, before its tries go one at a time (SEC-3). */
  readonly failuresPerNamePerMinute: number;
}

/**
 * What a name is counted by. Whatever a database takes for one name (`lower()`, in any language) has one key; some names
 * that are two share one, and only their failures with it.
 */
export const nameKey = (username: string): string =>
  username.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().toUpperCase();

/** How long a failed sign-in counts. */
export const failureWindowMs = 60_000;
