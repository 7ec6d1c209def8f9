import { searchCharactersMin } from "@cuplaj/protocol/limits.ts";
import { queryCharacters, readQuery } from "@cuplaj/protocol/search-text.ts";

/** FIND-3c, FIND-4d: how long after the last key the server is asked, ms. */
export const typedPauseMs = 150;

export const isEnough = (text: string): boolean => queryCharacters(readQuery(text)) >= searchCharactersMin;
