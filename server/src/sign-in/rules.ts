import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";

/** The two ways in (AUTH-1): one for customers and agents, one for ERP users. */
export type Door = "main" | "erp";

/** AUTH-1: whether a person of this kind may come in by this door. */
export const opensFor = (door: Door, kind: ParticipantKind): boolean => (kind === "erp") === (door === "erp");

/** AUTH-2: a token that was not used for so long is dead. */
export const tokenIdleMsMax = 30 * 24 * 3600 * 1000;
/** How late the store may learn that a token was used: one write in so long, however often it is used. */
export const tokenTouchEveryMs = 5 * 60 * 1000;
/** Devices of one person; signing in on one more forgets the one that was used longest ago. */
export const tokensPerPersonMax = 100;

/** AUTH-2: whether the token is still good, and whether its use should be written down. */
export function tokenState(lastUsedAt: number, now: number): "expired" | "good" | "good-touch" {
  if (now - lastUsedAt >= tokenIdleMsMax) return "expired";
  return now - lastUsedAt >= tokenTouchEveryMs ? "good-touch" : "good";
}

/** AUTH-3: failures that one account and address may have in one window, unless set otherwise. */
export const signInFailuresMax = 5;
const failureWindowMs = 60_000;

/** AUTH-3: the failures that still count. */
export const recentFailures = (failures: readonly number[], now: number): readonly number[] =>
  failures.filter((at) => now - at < failureWindowMs);

/** AUTH-3: how long (ms) the account stays closed to the address after these failures; 0 where it is open. */
export function closedForMs(failures: readonly number[], failuresMax: number, now: number): number {
  const deciding = recentFailures(failures, now).at(-failuresMax);
  return deciding === undefined ? 0 : deciding + failureWindowMs - now;
}
