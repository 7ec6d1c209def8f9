import { hash, randomBytes } from "node:crypto";
import { recoveryCodesMax } from "@cuplaj/protocol/limits.ts";
import { toBase32 } from "./base32.ts";

/** 60 random bits: nobody guesses one within the limits of sign-in (TFA-3). */
const codeLetters = 12;

/** Fresh ones, in groups of letters and digits that are not mistaken for each other. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: recoveryCodesMax }, makeCode);

function makeCode(): string {
  const letters = toBase32(randomBytes(8)).slice(0, codeLetters).toLowerCase();
  return letters.match(/.{4}/gu)?.join("-") ?? letters;
}

/** What is stored of one, however it was typed. */
export const hashRecoveryCode = (code: string): Buffer => hash("sha256", plainCode(code), "buffer");

/** A code as it counts: without spaces and dashes, in small letters. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s\p{Pd}]/gu, "").toLowerCase();
