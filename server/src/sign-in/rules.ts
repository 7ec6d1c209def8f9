import { proofMinutesMax } from "@cuplaj/protocol/limits.ts";
import type { DueFactor, ParticipantKind } from "@cuplaj/protocol/participant.ts";

/** AUTH-1: the two places to sign in: one for customers and agents, one for ERP users. */
export type Realm = "main" | "erp";

export const isRealmOf = (realm: Realm, kind: ParticipantKind): boolean => (kind === "erp") === (realm === "erp");

/** TFA-1: whether staff need a second factor (`TWO_FACTOR`). */
export type TwoFactor = "off" | "staff";

export const isFactorAsked = (twoFactor: TwoFactor, kind: ParticipantKind): boolean =>
  twoFactor === "staff" && kind !== "customer";

/** TFA-1: returns the step that the session still lacks, or null. Programs' tokens lack none (ERP-2). */
export function dueFactor(
  twoFactor: TwoFactor,
  session: {
    readonly kind: ParticipantKind;
    readonly isProgram: boolean;
    /** Whether the second factor was entered or is not needed. */
    readonly isComplete: boolean;
    readonly hasFactor: boolean;
  },
): DueFactor | null {
  if (session.isProgram || session.isComplete || !isFactorAsked(twoFactor, session.kind)) return null;
  return session.hasFactor ? "code" : "enrol";
}

/** AUTH-2: a token that is unused for this long expires. */
export const tokenIdleMsMax = 30 * 24 * 3600 * 1000;
/** A token's use is written at most this often. */
export const tokenTouchEveryMs = 5 * 60 * 1000;
/** Maximum number of devices per person; signing in on another one evicts the least recently used. */
export const tokensPerPersonMax = 100;
export const pendingPerPersonMax = 5;

const userAgentCharactersMax = 200;

/** AUTH-10: reduces the name of a program to printable ASCII; null if nothing remains. */
export function shortUserAgent(header: string | null): string | null {
  const name = (header ?? "").replaceAll(/[^\x20-\x7e]+/gu, " ").trim();
  return name === "" ? null : name.slice(0, userAgentCharactersMax).trimEnd();
}

/** A token's last known use (ms); null for a program's token that was never used (ERP-2). */
export interface TokenUse {
  readonly lastUsedAt: number | null;
  readonly isProgram: boolean;
}

/** AUTH-2, ERP-2a: whether the token is valid, and whether to write its use. */
export function tokenState({ lastUsedAt, isProgram }: TokenUse, now: number): "expired" | "good" | "good-touch" {
  const idleMs = lastUsedAt === null ? Infinity : now - lastUsedAt;
  if (idleMs >= tokenIdleMsMax && !isProgram) return "expired";
  return idleMs >= tokenTouchEveryMs ? "good-touch" : "good";
}

/** AUTH-11: the time of the oldest proof that is still valid. */
export const provenSince = (now: number): number => now - proofMinutesMax * 60_000;

export interface SignInLimits {
  /** Maximum failures per name and address (AUTH-3). */
  readonly failuresPerMinute: number;
  /** Maximum failures per address, for all names together (SEC-3). */
  readonly failuresPerAddressPerMinute: number;
  /** Failures per name, from all addresses together, beyond which tries of the name run one at a time (SEC-3). */
  readonly failuresPerNamePerMinute: number;
}

/** Returns a key that is the same for all names that the database considers equal (`lower()`, in any language), and for some others. */
export const nameKey = (username: string): string =>
  username.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().toUpperCase();

export const failureWindowMs = 60_000;
