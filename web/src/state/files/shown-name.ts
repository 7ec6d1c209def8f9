import { withoutControls } from "@cuplaj/protocol/message-text.ts";

/** Removes control and direction characters, which could disguise a file name. */
export const shownName = (name: string): string =>
  withoutControls(name).replaceAll(/[\t\n\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu, "");
