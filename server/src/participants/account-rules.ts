import { isName, isUsername } from "@cuplaj/protocol/account-names.ts";
import { passwordCharactersMax, passwordCharactersMin, usernameCharactersMax } from "@cuplaj/protocol/limits.ts";

/** Returns the end of an error message about the username; null if the username is valid. */
export function usernameProblem(username: string): string | null {
  if (isUsername(username)) return null;
  return `allowed are 1 to ${usernameCharactersMax} letters, digits and . _ @ + -`;
}

export function nameProblem(name: string): string | null {
  if (isName(name)) return null;
  return "allowed are 1 to 200 characters, at least one of them visible";
}

/** AUTH-9: length is counted in code points. */
export function passwordLengthProblem(password: string): "too_short" | "too_long" | null {
  const { length } = Array.from(password);
  if (length < passwordCharactersMin) return "too_short";
  return length > passwordCharactersMax ? "too_long" : null;
}

export function passwordProblem(password: string): string | null {
  if (passwordLengthProblem(password) === null) return null;
  return `allowed are ${passwordCharactersMin} to ${passwordCharactersMax} characters`;
}
