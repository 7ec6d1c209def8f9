/** ERP-2k: control characters, those that nobody sees, and what turns the direction of a text, as `\\u` and digits; ends of lines stay. */
export const printable = (text: string): string =>
  text.replaceAll(hidden, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(""),
  );

const hidden = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]--\n]/gv;
const escaped = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`;
