import { passwordCharactersMax, passwordCharactersMin } from "@cuplaj/protocol/limits.ts";

/** What is wrong with a new password's length, in characters as the server counts them: code points. */
export function lengthProblem(password: string): "tooShort" | "tooLong" | null {
  const { length } = Array.from(password);
  if (length < passwordCharactersMin) return "tooShort";
  return length > passwordCharactersMax ? "tooLong" : null;
}

export const lengthMin = String(passwordCharactersMin);
