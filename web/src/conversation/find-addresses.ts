import { LinkifyIt } from "linkify-it";
import type { FindAddresses } from "./text-parts.ts";

const linkify = new LinkifyIt()
  .add("ftp:", null)
  .add("//", null)
  .add("www.", {
    validate(text, at, { re }) {
      // A host with a dot of its own, and what may follow it.
      const host = re.get_relative_proto_validator();
      host.lastIndex = at;
      return host.exec(text)?.[0].length ?? 0;
    },
    normalize(match) {
      match.url = `http://${match.text}`;
    },
  });
const safe = /^(?:https?|mailto):/i;
/** Characters that are invisible, reorder others, or are slashes to browsers only: an address with one would mislead (MSG-2). */
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}\\]/u;
/** Behind an address only what ends a sentence or closes a bracket or quotation; before anything else it is a part of one, such as `http://ana:1234` of `http://ana:1234@piese.ro`. */
const ending = /[.,;:!?…)\]}>"'”’»]*(?:\s|$)/uy;

/** SEC-13i: only http, https and mailto are links, whatever else looks like one, and only whole. */
export const findAddresses: FindAddresses = (text) =>
  (linkify.match(text) ?? [])
    .filter(({ url, text: shown, lastIndex }) => safe.test(url) && !hidden.test(shown) && isEnd(text, lastIndex))
    .map(({ index, lastIndex, url }) => ({ at: index, to: lastIndex, href: url }));

function isEnd(text: string, at: number): boolean {
  ending.lastIndex = at;
  return ending.test(text);
}
