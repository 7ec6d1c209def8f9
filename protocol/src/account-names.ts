import { usernameCharactersMax } from "./limits.ts";
import { isText, showsSomething } from "./message-text.ts";

/** Excludes invisible letters (U+3164), which would make two names look alike. */
const usernameForm = new RegExp(
  String.raw`^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}._@+-]){1,${usernameCharactersMax}}$`,
  "u",
);

/** ADM-2a: whether `text` is a valid username: 1 to `usernameCharactersMax` letters, digits, `.`, `_`, `@`, `+` or `-`. */
export const isUsername = (text: string): boolean => usernameForm.test(text);

/** Whether `text` is a valid display name of a person or program: one line of 1 to 200 code points, at least one visible. */
export const isName = (text: string): boolean =>
  /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u.test(text) && isText(text) && showsSomething(text);
