/** ERP-2k: escapes control, invisible and bidi characters as `\\u` and digits; keeps newlines. */
export const printable = (text: string): string =>
  text.replaceAll(hidden, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(""),
  );

const hidden = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]--\n]/gv;
const escaped = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`;
