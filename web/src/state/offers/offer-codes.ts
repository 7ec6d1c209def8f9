import { codeLetters, isSeparator, lettersOf, separatorsMax } from "@cuplaj/protocol/search-tokens.ts";
import type { Offer, OfferTarget } from "./offers-shape.ts";

/** A trie of an offer's codes, by character; `target` is set where a code ends. */
interface CodeNode {
  readonly next: Map<string, CodeNode>;
  target: OfferTarget | null;
}

export type OfferCodes = CodeNode;

export interface FoundCode {
  readonly at: number;
  readonly to: number;
  readonly target: OfferTarget;
}

export const noCodes: OfferCodes = { next: new Map(), target: null };

/** Codes of more characters are not searched for, which bounds the cost of a comparison at one index. */
const codeLengthMax = 40;
const word = /[\p{L}\p{N}\p{M}_]/u;
const known = new WeakMap<Offer, OfferCodes>();

export function offerCodes(offer: Offer): OfferCodes {
  const codes = known.get(offer) ?? newOfferCodes(offer);
  known.set(offer, codes);
  return codes;
}

function newOfferCodes({ lines, vehicle }: Offer): OfferCodes {
  const codes: OfferCodes = { next: new Map(), target: null };
  add(codes, vehicle.vin, { kind: "vin" });
  add(codes, vehicle.plate, { kind: "plate" });
  for (const { id, code } of lines) add(codes, code, { kind: "line", id });
  return codes;
}

function add(codes: OfferCodes, code: string, target: OfferTarget): void {
  if (!isTelling(lettersOf(code))) return;
  let node = codes;
  for (const letter of Array.from(code, codeLetters).join("")) {
    const next = node.next.get(letter) ?? { next: new Map(), target: null };
    node.next.set(letter, next);
    node = next;
  }
  node.target ??= target;
}

/** Whether a code is distinctive enough, unlike plain words and quantities: it has a digit, and a letter or at least four characters. */
const isTelling = (code: string): boolean =>
  code.length <= codeLengthMax && /\d/u.test(code) && (code.length >= 4 || /\p{L}/u.test(code));

/** The codes in a text, in order and without overlaps. If two start at the same index, the longer one wins. */
export function codesIn(text: string, codes: OfferCodes): readonly FoundCode[] {
  const found: FoundCode[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const begun = after(codes, text.charAt(at));
    if (begun === null || begun === codes || !isBorder(text, at, -1)) continue;
    const code = longestCode(text, at, codes);
    if (code === null) continue;
    found.push(code);
    at = code.to - 1;
  }
  return found;
}

function longestCode(text: string, at: number, codes: OfferCodes): FoundCode | null {
  let longest: FoundCode | null = null;
  let gapLength = 0;
  let node = codes;
  for (let to = at; to < text.length && gapLength <= separatorsMax; to += 1) {
    const next = after(node, text.charAt(to));
    if (next === null) break;
    gapLength = next === node ? gapLength + 1 : 0;
    node = next;
    if (gapLength === 0 && node.target && isBorder(text, to + 1, 1)) longest = { at, to: to + 1, target: node.target };
  }
  return longest;
}

/**
 * OFF-5: whether a code ends at this border (`side` -1 or 1): neither a word nor anything that reads as more of the code, such as 561 in 06A-115-561,
 * continues there.
 */
function isBorder(text: string, index: number, side: -1 | 1): boolean {
  const nearest = side === 1 ? index : index - 1;
  const character = text.charAt(nearest);
  if (word.test(character)) return false;
  if (character === "/" || character === ",") {
    return !(isDigit(text.charAt(nearest + side)) && isDigit(text.charAt(nearest - side)));
  }
  return !isSeparator(character) || isSpace(character) || !isMoreOfCode(wordBeside(text, nearest, side));
}

const isDigit = (character: string): boolean => character >= "0" && character <= "9";
const isSpace = (character: string): boolean => /\s/u.test(character);

function wordBeside(text: string, index: number, side: -1 | 1): string {
  let end = index + side;
  while (word.test(text.charAt(end)) && Math.abs(end - index) <= codeLengthMax) end += side;
  return side === 1 ? text.slice(index + 1, end) : text.slice(end + 1, index);
}

/** Whether a word reads as part of a code: it has digits, or is one letter or two capitals. Other words may follow a code, as in `1K0615301AA-ul`. */
const isMoreOfCode = (word: string): boolean => /\p{N}|^\p{L}$|^\p{Lu}{2}$/u.test(word);

/** Follows a character, or stays if the character does not count; null if no code continues that way. */
function after(node: CodeNode, character: string): CodeNode | null {
  let next: CodeNode | undefined = node;
  for (const letter of codeLetters(character)) next = next?.next.get(letter);
  return next ?? null;
}
