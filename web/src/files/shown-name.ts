/** A name without what would show it as another one: codes of direction and of control. */
export const shownName = (name: string): string =>
  // oxlint-disable-next-line no-control-regex -- those are what must go
  name.replaceAll(
    /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\p{Noncharacter_Code_Point}]/gu,
    "",
  );
