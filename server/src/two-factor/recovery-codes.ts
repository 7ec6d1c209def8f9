import { hash, hkdfSync } from "node:crypto";
import { recoveryCodesMax } from "@cuplaj/protocol/limits.ts";
import { toBase32 } from "./base32.ts";

/** 60 bits: nobody guesses one within the limits of sign-in (TFA-3). */
const codeLetters = 12;
const codeBytes = 8;

/**
 * TFA-3a: what a session is told for a secret, in base32, that it set up or, with a `proof`, whose codes it renewed by that code: the
 * same each time, so that an answer that was lost can be asked for again.
 */
export function recoveryCodesOf(
  secret: string,
  { session, proof }: { readonly session: string; readonly proof?: string },
): string[] {
  // No code that is given makes those of the setting up.
  const purpose = proof === undefined ? "recovery codes: set up" : `recovery codes: renewed by ${plainCode(proof)}`;
  const bytes = hkdfSync("sha256", secret, session, purpose, recoveryCodesMax * codeBytes);
  return Array.from({ length: recoveryCodesMax }, (_, n) => writeCode(new Uint8Array(bytes, n * codeBytes, codeBytes)));
}

/** In groups of letters and digits that are not mistaken for each other. */
function writeCode(bytes: Uint8Array): string {
  const letters = toBase32(bytes).slice(0, codeLetters).toLowerCase();
  return letters.match(/.{4}/gu)?.join("-") ?? letters;
}

/** What is stored of one, however it was typed. */
export const hashRecoveryCode = (code: string): Buffer => hash("sha256", plainCode(code), "buffer");

/** A code as it counts: without spaces and dashes, in small letters. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s\p{Pd}]/gu, "").toLowerCase();
