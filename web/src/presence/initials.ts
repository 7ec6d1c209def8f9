/** The first letters of the first and the last word of a name, in capitals; "?" where there is none. */
export function initials(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const first = words[0];
  if (first === undefined) return "?";
  const last = words.length > 1 ? words.at(-1) : undefined;
  return (letter(first) + (last === undefined ? "" : letter(last))).toLocaleUpperCase("ro");
}

const letter = (word: string): string => /\p{L}|\p{N}/u.exec(word)?.[0] ?? "";
