import type { User } from "@cuplaj/protocol/participant.ts";
import { isFactorAsked, type TwoFactor } from "../sign-in/rules.ts";

/** TFA-2c: after this many wrong codes of one person in an hour, from all addresses together, no code is accepted. */
export const wrongCodesMax = 20;
export const wrongCodesWindowMs = 60 * 60 * 1000;

/** TFA-3a, TFA-5: how long a lost response can be repeated, and how long all tabs share a move to another phone. */
export const repeatableMs = 10 * 60_000;

/** Ms until codes are accepted again; 0 if they are accepted now. */
export function closedForMs(
  { wrongCodes, wrongSince }: { readonly wrongCodes: number; readonly wrongSince: number | null },
  now: number,
): number {
  if (wrongSince === null || wrongCodes < wrongCodesMax) return 0;
  return Math.max(wrongSince + wrongCodesWindowMs - now, 0);
}

/** Returns this installation's name in authenticators, with the public hostname to tell installations apart. */
export const issuerOf = (publicUrl: string | null): string =>
  publicUrl === null ? "Cuplaj" : `Cuplaj (${new URL(publicUrl).hostname})`;

export const mayHaveFactor = (
  twoFactor: TwoFactor,
  { user, isProgram }: { readonly user: Pick<User, "type">; readonly isProgram: boolean },
): boolean => !isProgram && isFactorAsked(twoFactor, user.type);
