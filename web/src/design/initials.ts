import { lettersOf } from "../state/letters.ts";

/** The initials of a name's first and last word, in capitals; "?" for no name. */
export function initials(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const first = words[0];
  if (first === undefined) return "?";
  const last = words.length > 1 ? words.at(-1) : undefined;
  return (letter(first) + (last === undefined ? "" : letter(last))).toLocaleUpperCase("ro");
}

const letter = (word: string): string => lettersOf(word).find((one) => /\p{L}|\p{N}/u.test(one)) ?? "";
