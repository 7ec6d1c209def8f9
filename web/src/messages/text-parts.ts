import { LinkifyIt } from "linkify-it";

/** A piece of a message: plain words, or a link. `at` is where it begins. */
export type TextPart =
  | { readonly kind: "words"; readonly at: number; readonly text: string }
  | { readonly kind: "link"; readonly at: number; readonly text: string; readonly href: string };

const linkify = new LinkifyIt().add("ftp:", null).add("//", null);
const safe = /^(?:https?|mailto):/i;
/** Characters that are invisible, reorder others, or are slashes to browsers only: an address with one would mislead (MSG-2). */
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}\\]/u;

/** Splits a message's text at its addresses. Only http, https and mailto become links, whatever else looks like one. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of linkify.match(text) ?? []) {
    if (!safe.test(match.url) || hidden.test(match.text)) continue;
    if (match.index > from) parts.push({ kind: "words", at: from, text: text.slice(from, match.index) });
    parts.push({ kind: "link", at: match.index, text: match.text, href: match.url });
    from = match.lastIndex;
  }
  if (from < text.length) parts.push({ kind: "words", at: from, text: text.slice(from) });
  return parts;
}
