import { usernameCharactersMax } from "./limits.ts";
import { isText, showsSomething } from "./message-text.ts";

/** Some letters are not seen (U+3164), and would make two names look like one. */
const usernameForm = new RegExp(
  String.raw`^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}._@+-]){1,${usernameCharactersMax}}$`,
  "u",
);

/** Whether an account may have such a user name (ADM-2a). */
export const isUsername = (text: string): boolean => usernameForm.test(text);

/** Whether a person, or a program, may be called so. */
export const isName = (text: string): boolean =>
  /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u.test(text) && isText(text) && showsSomething(text);
