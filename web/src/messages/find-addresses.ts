import { LinkifyIt } from "linkify-it";
import type { FindAddresses } from "./text-parts.ts";

const linkify = new LinkifyIt().add("ftp:", null).add("//", null);
const safe = /^(?:https?|mailto):/i;
/** Characters that are invisible, reorder others, or are slashes to browsers only: an address with one would mislead (MSG-2). */
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}\\]/u;

/** Only http, https and mailto are links, whatever else looks like one. */
export const findAddresses: FindAddresses = (text) =>
  (linkify.match(text) ?? [])
    .filter(({ url, text: shown }) => safe.test(url) && !hidden.test(shown))
    .map(({ index, lastIndex, url }) => ({ at: index, to: lastIndex, href: url }));
