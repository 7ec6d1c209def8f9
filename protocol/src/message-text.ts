// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\p{Noncharacter_Code_Point}]/gu;
const shown = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u;

/** SEC-13l: matches the marks beyond the eighth on one letter, which no script needs. `Cf` does not end a pile; `Mc` does not count. */
const piles = /([\p{Mn}\p{Me}](?:\p{Cf}*[\p{Mn}\p{Me}]){7})\p{Cf}*[\p{Mn}\p{Me}][\p{Mn}\p{Me}\p{Cf}]*/gu;

/** MSG-2: whether a text has visible content; spaces, invisible characters and marks without a letter do not count. */
export const showsSomething = (text: string): boolean => shown.test(text);

/** SEC-13: whether a text is free of control characters (except tab and line ends), noncharacters, lone surrogates and piles of marks. */
export const isText = (text: string): boolean =>
  text.search(controls) === -1 && text.search(piles) === -1 && text.isWellFormed();

/** Replaces `\r\n` and `\r` with `\n`. */
export const withNewlines = (text: string): string => text.replaceAll(/\r\n?/gu, "\n");

/** Strips everything `isText` refuses except lone surrogates, and turns vertical tab, form feed and NEL into newlines (MSG-2). */
export const withoutControls = (text: string): string =>
  withNewlines(text.replaceAll(/[\v\f\u0085]/gu, "\n"))
    .replaceAll(controls, "")
    .replaceAll(piles, "$1");

/** Cleans typed or pasted text for sending. */
export const cleanText = (text: string): string => withoutControls(text).trim();
