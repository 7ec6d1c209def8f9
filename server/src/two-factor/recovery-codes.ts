import { hash, hkdfSync } from "node:crypto";
import { recoveryCodesMax } from "@cuplaj/protocol/limits.ts";
import { toBase32 } from "./base32.ts";

/** TFA-3: 60 bits, which nobody can guess within the limits of sign-in. */
const codeLetters = 12;
const codeBytes = 8;

/**
 * TFA-3a: derives a session's codes for a secret (base32) that it has set up, or renewed with the code `proof`. Deterministic, so that a
 * lost response can be repeated.
 */
export function recoveryCodesOf(
  secret: string,
  { session, proof }: { readonly session: string; readonly proof?: string },
): string[] {
  // This separates these codes from the codes of the setup.
  const purpose = proof === undefined ? "recovery codes: set up" : `recovery codes: renewed by ${plainCode(proof)}`;
  const bytes = hkdfSync("sha256", secret, session, purpose, recoveryCodesMax * codeBytes);
  return Array.from({ length: recoveryCodesMax }, (_, n) => writeCode(new Uint8Array(bytes, n * codeBytes, codeBytes)));
}

/** Formats a code in groups of four lower-case characters; base32 has no ambiguous digits. */
function writeCode(bytes: Uint8Array): string {
  const letters = toBase32(bytes).slice(0, codeLetters).toLowerCase();
  return letters.match(/.{4}/gu)?.join("-") ?? letters;
}

export const hashRecoveryCode = (code: string): Buffer => hash("sha256", plainCode(code), "buffer");

/** Strips spaces and dashes, and converts to lower case. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s\p{Pd}]/gu, "").toLowerCase();
