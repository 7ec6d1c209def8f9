const letterBounds = new Intl.Segmenter();

/** The letters of a text as people see them: a joined emoji, a flag, or a letter with its accents is one. */
export const lettersOf = (text: string): readonly string[] =>
  Array.from(letterBounds.segment(text), ({ segment }) => segment);

/** LOOK-20: the beginning of a text, at most so many code points, that ends with a whole letter; "…" stands for the rest. */
export function excerptOf(text: string, codePointsMax: number): string {
  let codePoints = 0;
  for (const { segment, index } of letterBounds.segment(text)) {
    codePoints += Array.from(segment).length;
    if (codePoints > codePointsMax) return `${text.slice(0, index)}…`;
  }
  return text;
}
