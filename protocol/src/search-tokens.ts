/** Tokenizer of words and part codes, shared by search, chips and matching of requests for the same part (FIND-1, OFF-5). */
import { withoutControls } from "./message-text.ts";

/** A half-open range, in UTF-16 units. */
type Position = readonly [from: number, to: number];

export interface Token {
  readonly text: string;
  readonly hasDigit: boolean;
  /** Source position of each unit of `text`. */
  readonly positions: readonly Position[];
}

/** Replacements, as people type them, for letters that NFKD does not decompose. */
const alike: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ı: "i", ς: "σ" };
/** Longest runs of letters that join a code: before digits (`VKBA 3549`) and after them (`615 301 AA`). */
const [codeBeginningMax, codeEndingMax] = [6, 3];
export const separatorsMax = 3;
const separator = /[ \t\u00A0\u2009\u202F._/\u2010-\u2015\u2212-]/u;
const betweenGroups = new RegExp(`^${separator.source}{1,${separatorsMax}}$`, "u");

/** `letters` holds letters and digits; it is empty for a mark, which belongs to the previous letter. `isGap` separates words. */
interface FoldedCharacter {
  readonly letters: string;
  readonly isGap: boolean;
}
/** Folded characters are cached, since texts use few distinct ones. */
const folded = new Map<string, FoldedCharacter>();
const foldedMax = 4096;

function foldCharacter(character: string): FoldedCharacter {
  const known = folded.get(character);
  if (known !== undefined) return known;
  const plain = withoutControls(character).toLowerCase().normalize("NFKD");
  const units = Array.from(plain.replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")).map(
    (unit) => alike[unit] ?? unit,
  );
  const letters = units.filter((unit) => /[\p{L}\p{N}]/u.test(unit)).join("");
  const result = { letters, isGap: letters === "" && units.length > 0 };
  if (folded.size >= foldedMax) folded.clear();
  folded.set(character, result);
  return result;
}

/** Whether a character separates groups of a code. */
export const isSeparator = (character: string): boolean => separator.test(character);

/** Folds a character of a code: its letters, empty for separators and marks, any other sign as itself. */
export function codeLetters(character: string): string {
  const { letters, isGap } = foldCharacter(character);
  return isGap && !isSeparator(character) ? character : letters;
}

const usualLetters = Array.from({ length: 0x250 }, (_, code) => foldCharacter(String.fromCharCode(code)).letters);

/** Joins the folded letters and digits of a text. A text can only contain a word if this does. */
export function lettersOf(text: string): string {
  let letters = "";
  for (let at = 0; at < text.length; at += 1) {
    const usual = usualLetters[text.charCodeAt(at)];
    if (usual !== undefined) letters += usual;
    else {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      at += character.length - 1;
      letters += foldCharacter(character).letters;
    }
  }
  return letters;
}

/** Groups adjacent words that may form one code, whatever their spacing: those with digits, and short letters before and after. */
export function readGroups(text: string): Token[][] {
  const groups: Token[][] = [];
  let before: Token | undefined;
  for (const { token, gap } of readTokens(text)) {
    const group = groups.at(-1);
    const belongs =
      before !== undefined &&
      betweenGroups.test(gap) &&
      (token.hasDigit
        ? before.hasDigit || before.text.length <= codeBeginningMax
        : before.hasDigit && !isLongWord(token));
    if (belongs && group !== undefined) group.push(token);
    else groups.push([token]);
    before = token;
  }
  return groups;
}

function readTokens(text: string): { token: Token; gap: string }[] {
  const read: { token: Token; gap: string }[] = [];
  let [word, positions, gap]: [string, Position[], string] = ["", [], ""];
  const close = (): void => {
    if (word === "") return;
    read.push({ token: { text: word, hasDigit: /\p{N}/u.test(word), positions }, gap });
    [word, positions, gap] = ["", [], ""];
  };
  let at = 0;
  for (const character of text) {
    const position: Position = [at, (at += character.length)];
    const { letters, isGap } = foldCharacter(character);
    const last = positions.at(-1);
    if (isGap) {
      close();
      gap += character;
    } else if (letters !== "") {
      word += letters;
      for (let index = 0; index < letters.length; index += 1) positions.push(position);
    } else if (last !== undefined) positions[positions.length - 1] = [last[0], position[1]];
  }
  close();
  return read;
}

/** Whether a token is letters only and too long to end a code. It can only be first in a group, perhaps as a separate word: `disc 280`. */
export const isLongWord = ({ text, hasDigit }: Token): boolean => !hasDigit && text.length > codeEndingMax;

/** Whether a group of words is a code: it has a digit. */
export const isCode = (group: readonly Token[]): boolean => group.some(({ hasDigit }) => hasDigit);
export const joinGroup = (group: readonly Token[]): string => group.map(({ text }) => text).join("");
