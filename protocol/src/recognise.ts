import { romanianPlate } from "./number-plate.ts";
import { isTight, kindOf, partAt, type Word } from "./part-numbers.ts";
import { phoneNumbersIn } from "./phone-numbers.ts";
import { isSeparator, readGroups, separatorsMax } from "./search-tokens.ts";
import { isCheckDigitRight, normalVin } from "./vin.ts";

/** Something in a text, from `at` to before `to`. `code` is a VIN or plate in its normal form, or a part number as written. */
export interface Recognised {
  readonly kind: "vin" | "plate" | "part";
  readonly at: number;
  readonly to: number;
  readonly code: string;
}

/** The first `total` words are a VIN or plate. */
interface Found {
  readonly kind: "vin" | "plate";
  readonly code: string;
  readonly total: number;
}

/** More words never form one VIN, plate or part number. */
const wordsMax = 8;
const vinLength = 17;

/** CAR-6: finds VINs, Romanian plates and part numbers, in order and without overlaps. */
export function recognise(text: string): readonly Recognised[] {
  const words = wordsOf(text);
  const isShouted = !/\p{Ll}/u.test(text) && /\p{Lu}{5}/u.test(text);
  const found: Recognised[] = [];
  for (let i = 0; i < words.length;) {
    const near = nearWords(words, i);
    const { kind, code, total } = vinAt(near) ?? plateAt(near) ?? { ...partAt(text, near, isShouted), code: null };
    const [first, last] = [near[0], near[total - 1]];
    if (kind !== null && first !== undefined && last !== undefined)
      found.push({ kind, at: first.at, to: last.to, code: code ?? text.slice(first.at, last.to) });
    i += total;
  }
  return found;
}

/** The words of a text, except those of phone numbers. */
function wordsOf(text: string): readonly Word[] {
  const isOfPhone = overlapping(phoneNumbersIn(text));
  const words: Word[] = [];
  let before: number | null = null;
  for (const { positions } of readGroups(text).flat()) {
    const [[at] = [0], [, to] = [0, 0]] = [positions[0], positions.at(-1)];
    if (isOfPhone(at, to)) before = null;
    else {
      const word = text.slice(at, to);
      words.push({ at, to, text: word, gap: before === null ? null : jointOf(text, before, at), kind: kindOf(word) });
      before = to;
    }
  }
  return words;
}

/** Returns a test for whether a span overlaps one of `others`. Both must be in order. */
function overlapping(others: readonly { readonly at: number; readonly to: number }[]) {
  let i = 0;
  return (at: number, to: number): boolean => {
    while ((others[i]?.to ?? to) <= at) i += 1;
    return (others[i]?.at ?? to) < to;
  };
}

function jointOf(text: string, from: number, to: number): string | null {
  const gap = to - from > separatorsMax ? "" : text.slice(from, to);
  return gap !== "" && Array.from(gap).every(isSeparator) ? gap : null;
}

function nearWords(words: readonly Word[], from: number): readonly Word[] {
  const near = words.slice(from, from + wordsMax);
  const end = near.findIndex(({ gap }, index) => index > 0 && gap === null);
  return end === -1 ? near : near.slice(0, end);
}

/** Whether a word belongs to the previous one; a slash may stand between VIN and plate. */
const isMore = (word: Word | undefined): boolean => isTight(word) && word?.gap !== "/";

function vinAt(near: readonly Word[]): Found | null {
  let joined = "";
  for (const [index, { text }] of near.entries()) {
    joined += text;
    if (joined.length < vinLength) continue;
    const vin = normalVin(joined);
    const isWhole = vin !== null && isVin(vin, index > 0) && !isMore(near[index + 1]);
    return isWhole ? { kind: "vin", code: vin, total: index + 1 } : null;
  }
  return null;
}

/** Whether 17 characters look like a VIN: a maker has a letter, and the serial number ends with digits. Several words may also be two codes. */
const isVin = (vin: string, isSpaced: boolean): boolean =>
  /^.{0,2}[A-Z].*\d{4}$/u.test(vin) && (!isSpaced || /^[A-Z]/u.test(vin) || isCheckDigitRight(vin));

/** Ends of quantities, prices and dates that look like plates, as in `mm 10 buc`. */
const ordinary = new Set(
  "ani apr aug bar buc dec din eur feb iar ian iul iun kit lea lei mai mar min noi nou oct ore ron sau sec sep set usd".split(
    " ",
  ),
);
const [plateWordsMax, plateLengthMin] = [3, 6];

function plateAt(near: readonly Word[]): Found | null {
  if (isMore(near[0])) return null;
  let joined = "";
  for (const [index, { text }] of near.slice(0, plateWordsMax).entries()) {
    joined += text;
    const plate = joined.length < plateLengthMin ? null : romanianPlate(joined);
    if (plate === null || isMore(near[index + 1])) continue;
    return index > 0 && ordinary.has(text.toLowerCase()) ? null : { kind: "plate", code: plate, total: index + 1 };
  }
  return null;
}
