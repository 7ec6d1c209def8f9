import { readGroups } from "./search-tokens.ts";

/** A phone number in a text: it starts at `at` and ends before `to`, and `dialled` is its digits, with a plus if it has one. */
export interface PhoneNumber {
  readonly at: number;
  readonly to: number;
  readonly dialled: string;
}

interface Group {
  readonly at: number;
  readonly to: number;
  readonly digits: string;
}

interface Candidate extends PhoneNumber {
  readonly first: number;
  readonly next: number;
}

const run = /\d(?:[\d \u00a0\u2009\u202f./()\u2010-\u2015\u2212-]*\d)?/gu;
const word = /[\p{L}\p{N}\p{M}_#]/u;
const gapMax = 3;
const digitsMax = 15;
const international = /^\+[1-9]\d{7,14}$/u;
/** Matches mobile numbers, and landlines with an existing area code. Other digits after the zero, as in 0 280, begin a part's code. */
const national = /^0(?:7\d|2[13-6]|3[13-7])\d{7}$/u;

export function phoneNumbersIn(text: string): readonly PhoneNumber[] {
  const found: PhoneNumber[] = [];
  for (const { 0: digits, index } of text.matchAll(run)) {
    const groups = groupsOf(digits, index);
    for (let i = 0; i < groups.length;) {
      const number = candidateAt(text, groups, i);
      const isNumber = number !== null && !isPartOfMore(text, groups, number, found.at(-1)?.to);
      if (isNumber) found.push({ at: number.at, to: number.to, dialled: number.dialled });
      i = isNumber ? number.next : i + 1;
    }
  }
  return found;
}

const groupsOf = (digits: string, from: number): readonly Group[] =>
  Array.from(digits.matchAll(/\d+/gu), ({ 0: group, index }) => {
    const at = from + index;
    return { at, to: at + group.length, digits: group };
  });

function candidateAt(text: string, groups: readonly Group[], first: number): Candidate | null {
  const joined = joinedFrom(groups, first);
  const [begun] = joined;
  if (!begun) return null;
  const isInternational = text[begun.at - 1] === "+";
  if (!isInternational && !/^0\d\d/u.test(begun.digits)) return null;
  let longest: Candidate | null = null;
  let digits = "";
  for (const [i, group] of joined.entries()) {
    digits += isInternational && isTrunkZero(text, group) ? "" : group.digits;
    // A single digit after a number is a quantity.
    const dialled = i > 0 && group.digits.length === 1 ? null : dialledOf(digits, isInternational);
    if (dialled === null) continue;
    longest = { at: beginningOf(text, begun, group.to), to: group.to, dialled, first, next: first + i + 1 };
  }
  return longest;
}

function joinedFrom(groups: readonly Group[], first: number): readonly Group[] {
  const near = groups.slice(first, first + digitsMax);
  const end = near.findIndex((group, i) => i > 0 && group.at - (near[i - 1]?.to ?? 0) > gapMax);
  return end === -1 ? near : near.slice(0, end);
}

/** The zero in +40 (0)722 123 456, which is not dialled. */
const isTrunkZero = (text: string, { at, to }: Group): boolean => text.slice(at - 1, to + 1) === "(0)";

function dialledOf(digits: string, isInternational: boolean): string | null {
  const written = (isInternational ? "+" : "") + digits;
  const romanian = /^(\+40|0040)0?(.*)$/u.exec(written);
  if (romanian) return national.test(`0${romanian[2]}`) ? `${romanian[1]}${romanian[2]}` : null;
  return (isInternational ? international : national).test(written) ? written : null;
}

function beginningOf(text: string, { at }: Group, to: number): number {
  const plus = text[at - 1] === "+" ? at - 1 : at;
  return text[plus - 1] === "(" && text.slice(at, to).includes(")") ? plus - 1 : plus;
}

/** Whether a number is part of a code, a price or a longer number (MSG-10a). */
function isPartOfMore(text: string, groups: readonly Group[], number: Candidate, lastTo: number | undefined): boolean {
  const { at, to } = number;
  const [before, after] = [text.slice(Math.max(0, at - besideMax), at), text.slice(to, to + besideMax)];
  if (word.test(before.slice(-1)) || word.test(after.slice(0, 1)) || amount.test(after)) return true;
  const isListed = lastTo !== undefined && at - lastTo <= besideMax && listed.test(text.slice(lastTo, at));
  if (isLandline(number) && !isListed && isCode(before, after, isUnparted(number))) return true;
  return hasMoreDigits(text, groups, number, lastTo);
}

/** Whether an apparent landline is a code, by the text around it: ten-digit Bosch codes look like one, as does A 021 545 36 32. */
function isCode(before: string, after: string, isInOnePiece: boolean): boolean {
  const words = readGroups(before)
    .flatMap((group) => group.map(({ text }) => text))
    .filter(isWord);
  if (codeAfter.test(after)) return true;
  if (ofPhone.test(words.findLast((each) => !besidePhone.has(each)) ?? "")) return false;
  return isInOnePiece || ofCode.has(words.at(-1) ?? "") || codeBefore.test(before);
}

const isWord = (text: string): boolean => /\D/u.test(text);

const isLandline = ({ dialled }: Candidate): boolean => /^0[23]/u.test(dialled);
const isUnparted = ({ first, next }: Candidate): boolean => next - first === 1;

const besideMax = 40;
const listed = /^\s*(?:[,;/]|sau|și|si)?\s*$/iu;

const ofPhone = /^(?:tel|telefo\p{L}+|fax\p{L}*|mobil\p{L}*|sun(?:a\p{L}{0,2}|i|e)?)$/u;
const besidePhone = new Set("la pe de nr numar numarul fix meu nostru ne ma".split(" "));
const ofCode = new Set(
  `cod codul coduri codurile oem oe ref referinta bosch skf ina luk fag ate nk hengst trw brembo valeo sachs mann mahle febi meyle
   lemforder ngk denso delphi hella contitech gates dayco bilstein monroe pierburg elring vag renault dacia`.split(
    /\s+/u,
  ),
);
const amount = /^(?:,\d{1,2}(?!\d)|\.\d|\s?(?:lei|ron|eur|euro|€|%)(?!\p{L}))/iu;
/** Letters that begin a code, or a word that contains digits. */
const codeBefore = /(?<!\p{L})\p{Lu}{1,6} $|\p{N}\p{L}+ $|\p{L}\p{N}+ $/u;
const codeAfter = /^ \p{Lu}(?!\p{L})/u;

function hasMoreDigits(text: string, groups: readonly Group[], number: Candidate, lastTo: number | undefined): boolean {
  const { at, to, first, next } = number;
  const [previous, following] = [groups[first - 1], groups[next]];
  const gaps = [
    previous && previous.to !== lastTo ? text.slice(previous.to, at) : "()",
    following && !candidateAt(text, groups, next) ? text.slice(to, following.at) : "()",
  ];
  return gaps.some((gap) => gap.length <= gapMax && !partsNumber(number).test(gap));
}

/** Separators that end a number: spaces if it has none itself, and slashes except after an unspaced landline (0212345678/2026). */
function partsNumber(number: Candidate): RegExp {
  if (!isUnparted(number)) return /[/()]/u;
  return isLandline(number) ? /[()]|^\s+$/u : /[/()]|^\s+$/u;
}
