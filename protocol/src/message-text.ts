// oxlint-disable-next-line no-control-regex -- they are what is looked for
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\p{Noncharacter_Code_Point}]/gu;
const shown = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u;

/**
 * SEC-13l: the 8 marks that a letter may have, the most that a script writes (Tibetan), and more; what nobody sees ends no pile, and marks
 * beside a letter (`Mc`) make none.
 */
const piles = /([\p{Mn}\p{Me}](?:\p{Cf}*[\p{Mn}\p{Me}]){7})\p{Cf}*[\p{Mn}\p{Me}][\p{Mn}\p{Me}\p{Cf}]*/gu;

/** MSG-2: whether a reader sees anything of a text; spaces, invisible characters and marks without a letter are nothing. */
export const showsSomething = (text: string): boolean => shown.test(text);

/** Whether a text has neither control characters beside tab and line ends, nor noncharacters, halves of pairs and piles of marks (SEC-13). */
export const isText = (text: string): boolean =>
  text.search(controls) === -1 && text.search(piles) === -1 && text.isWellFormed();

/** The text with each line end as a newline, however the other side writes it. */
export const withNewlines = (text: string): string => text.replaceAll(/\r\n?/gu, "\n");

/** The text without what no text has; line breaks of other programs become newlines (MSG-2). */
export const withoutControls = (text: string): string =>
  withNewlines(text.replaceAll(/[\v\f\u0085]/gu, "\n"))
    .replaceAll(controls, "")
    .replaceAll(piles, "$1");

/** What was typed or pasted, ready to send. */
export const cleanText = (text: string): string => withoutControls(text).trim();
