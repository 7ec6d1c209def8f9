/** The words of a text and its codes, as search, chips and whoever asks for the same part compare them (FIND-1, OFF-5). */
import { withoutControls } from "./message-text.ts";

/** A stretch of a text in UTF-16 units, up to before the last. */
type Position = readonly [from: number, to: number];

export interface Token {
  readonly text: string;
  readonly hasDigit: boolean;
  /** Of each unit of `text` in what it was read from. */
  readonly positions: readonly Position[];
}

/** What stands in for letters that lose nothing by decomposition and are typed without their stroke or as two. */
const alike: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ı: "i", ς: "σ" };
/** Letters that belong to a code's digits have at most so many characters: before them, as in `VKBA 3549`, and behind them, as in `615 301 AA`. */
const [codeBeginningMax, codeEndingMax] = [6, 3];
/** At most so many separators stand between two groups of a code. */
export const separatorsMax = 3;
const separator = /[ \t\u00A0\u2009\u202F._/\u2010-\u2015\u2212-]/u;
const betweenGroups = new RegExp(`^${separator.source}{1,${separatorsMax}}$`, "u");

/** What a character is compared as: letters and digits, a gap between words (`isGap`), or nothing for a mark, which belongs to the letter before it. */
interface FoldedCharacter {
  readonly letters: string;
  readonly isGap: boolean;
}
/** Characters once folded: a search folds thousands of texts, of few different characters. */
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

/** Whether a character stands between the groups of a code and belongs to none. */
export const isSeparator = (character: string): boolean => separator.test(character);

/** What a character counts as in a code: its letters, nothing where it is a separator or a mark, itself where it is another sign. */
export function codeLetters(character: string): string {
  const { letters, isGap } = foldCharacter(character);
  return isGap && !isSeparator(character) ? character : letters;
}

/** The same for the characters that nearly every text is made of, by their code; only their letters. */
const usualLetters = Array.from({ length: 0x250 }, (_, code) => foldCharacter(String.fromCharCode(code)).letters);

/** The letters and digits of a text in one piece, without what stands between them; nothing stands in a text that does not in them. */
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

/**
 * The words of a text in groups that may be one code, hardly anything between them: those with digits, letters before them and short ones
 * behind them. How the groups were spaced makes no difference.
 */
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

/** The words of a text, each with what stands between it and the one before. */
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

/** Whether it has letters alone, more than end a code; in a group it is the first, and may be none of the code, as in `disc 280`. */
export const isLongWord = ({ text, hasDigit }: Token): boolean => !hasDigit && text.length > codeEndingMax;

export const isCode = (group: readonly Token[]): boolean => group.some(({ hasDigit }) => hasDigit);
export const joinGroup = (group: readonly Token[]): string => group.map(({ text }) => text).join("");
