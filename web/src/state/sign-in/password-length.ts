import { passwordCharactersMax, passwordCharactersMin } from "@cuplaj/protocol/limits.ts";

/** Checks a new password's length in code points, as the server does. */
export function lengthProblem(password: string): "tooShort" | "tooLong" | null {
  const { length } = Array.from(password);
  if (length < passwordCharactersMin) return "tooShort";
  return length > passwordCharactersMax ? "tooLong" : null;
}

export const lengthMin = String(passwordCharactersMin);
