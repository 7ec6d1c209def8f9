import { LinkifyIt } from "linkify-it";
import type { FindAddresses } from "./text-parts.ts";

const linkify = new LinkifyIt()
  .add("ftp:", null)
  .add("//", null)
  .add("www.", {
    validate(text, at, { re }) {
      const host = re.get_relative_proto_validator();
      host.lastIndex = at;
      return host.exec(text)?.[0].length ?? 0;
    },
    normalize(match) {
      match.url = `http://${match.text}`;
    },
  });
const safe = /^(?:https?|mailto):/i;
/** Backslashes, which browsers read as slashes, and invisible or reordering characters: an address with one would mislead (MSG-2). */
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}\\]/u;
/**
 * An address must be followed by closing punctuation or space; otherwise it is only part of one, like `http://ana:1234` in
 * `http://ana:1234@piese.ro`.
 */
const ending = /[.,;:!?…)\]}>"'”’»]*(?:\s|$)/uy;

/** SEC-13i: only whole http, https and mailto addresses become links. */
export const findAddresses: FindAddresses = (text) =>
  (linkify.match(text) ?? [])
    .filter(({ url, text: shown, lastIndex }) => safe.test(url) && !hidden.test(shown) && isEnd(text, lastIndex))
    .map(({ index, lastIndex, url }) => ({ at: index, to: lastIndex, href: url }));

function isEnd(text: string, at: number): boolean {
  ending.lastIndex = at;
  return ending.test(text);
}
