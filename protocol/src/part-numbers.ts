/** A run of letters and digits of a text. `gap` separates it from the previous one; null if they cannot belong together. */
export interface Word {
  readonly at: number;
  readonly to: number;
  readonly text: string;
  readonly gap: string | null;
  readonly kind: WordKind;
}

/** Whether a word continues the previous one without a space, as in `06A-115`. */
export const isTight = (word: Word | undefined): boolean =>
  word !== undefined && word.gap !== null && !/\s/u.test(word.gap);

type WordKind = "digits" | "mixed" | "capitals" | "other";

const [lettersMin, lettersMax] = [5, 17];
/** Longest runs of capitals that begin and end a code, as in `VKBA 3549` and `1K0 615 301 AA`. */
const [beginningMax, endingMax] = [4, 2];

const units =
  "lei|ron|eur|euro|usd|km|mm|cm|m|kg|g|gr|l|ml|cc|cmc|cp|hp|kw|nm|bar|v|a|ah|w|h|ore|min|zile|luni|ani|buc|bucati|bucăți|bucata|seturi|set|mii";
const isUnit = new RegExp(`^(?:${units})$`, "iu");
/** Quantities with their unit (but `03L` and `06A` begin codes), dimensions, tyres, oils and fiscal codes. */
const isQuantity = new RegExp(
  String.raw`^(?:[1-9]\d*(?:${units})|\d+x(?:\d+(?:x\d+)?)?|\d{2}z?r\d{2}c?|\d{1,2}w\d{2}|ro\d+)$`,
  "iu",
);
/** Names with a year or a long name with a number, unless in capitals, as in `golf2008`. */
const isNamed = /^(?![A-Z]+\d)(?:[A-Za-z]{3,}(?:19|20)\d\d|[A-Za-z]{5,}\d+)$/u;
const isYear = /^(?:19|20)\d\d$/u;
/** Capitals that are words, brands or engines. */
const noCode = new Set(
  `DE LA CU SI IN PE SAU DA NU EU CA NR TEL COD REF OE OEM ISO SAE DIN DOT TVA ABS ESP TDI TSI TFSI HDI CDTI DCI ATE SKF INA LUK TRW BMW
   NGK KYB SNR FAG NTN LPR VAG MAN DAF KIA AUDI OPEL FORD SEAT FIAT MINI JEEP LEI RON EUR BUC`.split(/\s+/u),
);

/** `other` words belong to no part number. */
export function kindOf(text: string): WordKind {
  if (text.length > lettersMax || !/^[A-Za-z\d]+$/u.test(text)) return "other";
  if (/^\d+$/u.test(text)) return "digits";
  if (/\d/u.test(text)) return isQuantity.test(text) || isNamed.test(text) ? "other" : "mixed";
  return /^[A-Z]+$/u.test(text) && !noCode.has(text) ? "capitals" : "other";
}

const digitsIn = (text: string): number => text.replaceAll(/\D/gu, "").length;

/** Whether a word with letters and digits is a code by itself. */
const isStrong = (word: Word): boolean =>
  word.kind === "mixed" && word.text.length + digitsIn(word.text) >= 9 && digitsIn(word.text) >= 3;

/** How many of the words belong together, and whether they are a part number. In a text of capitals, spaces join only words with digits. */
export function partAt(
  text: string,
  near: readonly Word[],
  isShouted: boolean,
): { readonly kind: "part" | null; readonly total: number } {
  const end = near.findIndex((_word, index) => !belongs(near, index, isShouted));
  const words = near.slice(0, end === -1 ? near.length : end);
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return { kind: null, total: 1 };
  const letters = words.reduce((sum, word) => sum + word.text.length, 0);
  const isFree = !/[@#=&?_+]/u.test(text.charAt(first.at - 1)) && !/[@_]/u.test(text.charAt(last.to));
  const isPart =
    isFree && letters >= lettersMin && letters <= lettersMax && isCode(words, text.slice(last.to, last.to + 2));
  return { kind: isPart ? "part" : null, total: words.length };
}

function belongs(near: readonly Word[], index: number, isShouted: boolean): boolean {
  const [word, before, next] = [near[index], near[index - 1], near[index + 1]];
  if (word === undefined || word.kind === "other" || isAmount(word, before, next)) return false;
  if (before === undefined) return word.kind !== "capitals" || mayBegin(word, next, isShouted);
  if (isTight(word)) return true;
  return !(isShouted && word.kind === "capitals") && follows(word, before, index === 1);
}

const isAmount = ({ kind, text }: Word, before: Word | undefined, next: Word | undefined): boolean =>
  kind === "digits" && next !== undefined && isUnit.test(next.text) && !endsCode(text, before, next);

/** Whether a capital that may be a unit ends a code, as in `06A 115 561 A`. */
const endsCode = (digits: string, before: Word | undefined, { text }: Word): boolean =>
  before !== undefined && digits.length === 3 && /^[A-Z]$/u.test(text);

/** Whether a word after a space continues a code. */
function follows(word: Word, before: Word, isSecond: boolean): boolean {
  const isEnded = isSecond ? isStrong(before) : before.kind === "capitals";
  if (isEnded) return false;
  if (word.kind === "digits") return word.text.length > 1 && !isYear.test(word.text);
  if (word.kind === "capitals") return word.text.length <= endingMax && before.kind !== "capitals";
  return isSecond ? before.kind === "capitals" && /^\d/u.test(word.text) : !isStrong(word);
}

const mayBegin = ({ text }: Word, next: Word | undefined, isShouted: boolean): boolean =>
  text.length <= beginningMax && next !== undefined && (isTight(next) || (!isShouted && /^\d/u.test(next.text)));

function isCode(words: readonly Word[], after: string): boolean {
  const kinds = words.map(({ kind }) => kind);
  if (kinds.every((kind) => kind === "digits")) return isCodeOfDigits(words, after);
  const digits = words.reduce((sum, { text }) => sum + digitsIn(text), 0);
  if (!kinds.includes("mixed")) return digits >= 4;
  const ofDigits = words.reduce((sum, { text }, index) => sum + (kinds[index] === "digits" ? text.length : 0), 0);
  return words.some(isStrong) || ofDigits >= (words.slice(1).every(isTight) ? 2 : 5);
}

/** Bosch, LuK and others have codes of digits only. They resemble phone numbers, dates, prices and amounts. */
function isCodeOfDigits(words: readonly Word[], after: string): boolean {
  const written = words.map(({ text, gap }, index) => (index === 0 ? text : `${gap}${text}`)).join("");
  const total = digitsIn(written);
  const isAmount = /^[1-9]\d{0,2}(?:[ .]\d{3})+$/u.test(written) && total < 10;
  const isDate = /^\d{1,2}[./-]\d{1,2}[./-]\d{2}|^\d{4}-\d\d-\d\d/u.test(written);
  const isOther = isAmount || isDate || /^0[07]/u.test(written) || /^\s?(?:,\d|[%€$])/u.test(after);
  return total >= 8 && total <= 12 && !isOther;
}
