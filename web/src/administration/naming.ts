import { usernameCharactersMax } from "@cuplaj/protocol/limits.ts";
import { showsSomething } from "@cuplaj/protocol/message-text.ts";

const usernameForm = new RegExp(String.raw`^[\p{L}\p{N}._@+-]{1,${usernameCharactersMax}}$`, "u");

/** Whether the server takes such a user name, and such a name (ADM-2a). */
export const isUsername = (text: string): boolean => usernameForm.test(text);
export const isName = (text: string): boolean => /^\P{C}{1,200}$/u.test(text) && showsSomething(text);
