import { withoutControls } from "@cuplaj/protocol/message-text.ts";

/** A name without what would show it as another one: codes of direction and of control. */
export const shownName = (name: string): string =>
  withoutControls(name).replaceAll(/[\t\n\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu, "");
