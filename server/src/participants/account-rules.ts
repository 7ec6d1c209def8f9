import { isName, isUsername } from "@cuplaj/protocol/account-names.ts";
import { passwordCharactersMax, passwordCharactersMin, usernameCharactersMax } from "@cuplaj/protocol/limits.ts";

/** What is wrong with a username, as the end of a sentence; null where it may be used. */
export function usernameProblem(username: string): string | null {
  if (isUsername(username)) return null;
  return `allowed are 1 to ${usernameCharactersMax} letters, digits and . _ @ + -`;
}

/** What is wrong with a person's name; null where it may be used. */
export function nameProblem(name: string): string | null {
  if (isName(name)) return null;
  return "allowed are 1 to 200 characters, at least one of them visible";
}

/** Whether a password that somebody chooses is of a length that may be used (AUTH-9). */
export function passwordLengthProblem(password: string): "too_short" | "too_long" | null {
  const { length } = Array.from(password);
  if (length < passwordCharactersMin) return "too_short";
  return length > passwordCharactersMax ? "too_long" : null;
}

/** What is wrong with a password, as the end of a sentence; null where it may be used. */
export function passwordProblem(password: string): string | null {
  if (passwordLengthProblem(password) === null) return null;
  return `allowed are ${passwordCharactersMin} to ${passwordCharactersMax} characters`;
}
