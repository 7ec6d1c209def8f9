const letterBounds = new Intl.Segmenter();

/** Splits a text into grapheme clusters: a joined emoji, a flag, or a letter with its accents counts as one. */
export const lettersOf = (text: string): readonly string[] =>
  Array.from(letterBounds.segment(text), ({ segment }) => segment);

/** LOOK-20: the start of a text, at most `codePointsMax` code points long and cut between letters, followed by "…". */
export function excerptOf(text: string, codePointsMax: number): string {
  let codePoints = 0;
  for (const { segment, index } of letterBounds.segment(text)) {
    codePoints += Array.from(segment).length;
    if (codePoints > codePointsMax) return `${text.slice(0, index)}…`;
  }
  return text;
}
