import type { LanguageCode } from "@cuplaj/protocol/participant.ts";

/** ERR-1: the language of answers, from `Content-Language`; Romanian unless English is asked for. */
export function languageOf(header: string | string[] | undefined): LanguageCode {
  const first = Array.isArray(header) ? header[0] : header;
  return first !== undefined && /^en(?:$|[-_,;\s])/iu.test(first.trim()) ? "en" : "ro";
}
