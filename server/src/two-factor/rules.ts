import type { User } from "@cuplaj/protocol/participant.ts";
import { isFactorAsked, type TwoFactor } from "../sign-in/rules.ts";

/** TFA-2c: wrong codes of one person within an hour, from wherever they come, before no code is read until it is over. */
export const wrongCodesMax = 20;
export const wrongCodesWindowMs = 60 * 60 * 1000;

/** TFA-3a, TFA-5: how long an answer that was lost can be had again, and a move to another phone that was begun is one in all tabs. */
export const repeatableMs = 10 * 60_000;

/** How long (ms) no code of the person is read; 0 where one is. */
export function closedForMs(
  { wrongCodes, wrongSince }: { readonly wrongCodes: number; readonly wrongSince: number | null },
  now: number,
): number {
  if (wrongSince === null || wrongCodes < wrongCodesMax) return 0;
  return Math.max(wrongSince + wrongCodesWindowMs - now, 0);
}

/** What authenticators call an installation: with its public name, so that nobody mistakes one installation's codes for another's. */
export const issuerOf = (publicUrl: string | null): string =>
  publicUrl === null ? "Cuplaj" : `Cuplaj (${new URL(publicUrl).hostname})`;

/** TFA-1: whether the caller may have a second factor at all: a program gives none. */
export const mayHaveFactor = (
  twoFactor: TwoFactor,
  { user, isProgram }: { readonly user: Pick<User, "type">; readonly isProgram: boolean },
): boolean => !isProgram && isFactorAsked(twoFactor, user.type);
