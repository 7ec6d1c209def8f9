import { phoneNumbersIn } from "@cuplaj/protocol/phone-numbers.ts";
import type { Recognised, recognise } from "@cuplaj/protocol/recognise.ts";
import { codesIn, type FoundCode, noCodes, type OfferCodes } from "../state/offers/offer-codes.ts";
import type { OfferTarget } from "../state/offers/offers-shape.ts";

export type TextPart = { readonly at: number; readonly text: string } & (
  | { readonly kind: "words" }
  | { readonly kind: "link"; readonly href: string }
  | { readonly kind: "code"; readonly target: OfferTarget }
  | { readonly kind: "recognised"; readonly found: Recognised }
);

/** Arrays of spans are sorted and do not overlap. */
interface Span {
  readonly at: number;
  readonly to: number;
}
type LinkSpan = Span & { readonly href: string };
export type FindAddresses = (text: string) => readonly LinkSpan[];

/** Finds addresses and codes; loads late. */
export interface TextFinders {
  readonly findAddresses: FindAddresses;
  readonly recognise: typeof recognise;
}

/** Splits a text at addresses, the offer's codes (OFF-5), phone numbers (MSG-10) and other codes (GAR-6), without losing a character. */
export function textParts(
  text: string,
  { findAddresses, recognise }: TextFinders,
  offerCodes: OfferCodes = noCodes,
): readonly TextPart[] {
  const links = findAddresses(text);
  const codes = codesIn(text, offerCodes).filter(apartFrom(links));
  const taken = inOrder([...links, ...codes]);
  const phones = phoneNumbersIn(text)
    .filter(apartFrom(taken))
    .map(({ at, to, dialled }) => ({ at, to, href: `tel:${dialled}` }));
  const known = inOrder([...taken, ...phones]);
  const recognised = recognise(text).filter(apartFrom(known));
  const parts: TextPart[] = [];
  let from = 0;
  for (const span of inOrder([...known, ...recognised])) {
    if (span.at > from) parts.push({ kind: "words", at: from, text: text.slice(from, span.at) });
    parts.push(partOf(text, span));
    from = span.to;
  }
  if (from < text.length) parts.push({ kind: "words", at: from, text: text.slice(from) });
  return parts;
}

function partOf(text: string, span: LinkSpan | FoundCode | Recognised): TextPart {
  const { at, to } = span;
  const piece = { at, text: text.slice(at, to) };
  if ("href" in span) return { kind: "link", ...piece, href: span.href };
  return "target" in span
    ? { kind: "code", ...piece, target: span.target }
    : { kind: "recognised", ...piece, found: span };
}

/** Returns a test for whether a span overlaps none of `others`. The spans to test must be in order. */
function apartFrom(others: readonly Span[]): (span: Span) => boolean {
  let i = 0;
  return ({ at, to }) => {
    while ((others[i]?.to ?? at + 1) <= at) i += 1;
    return (others[i]?.at ?? to) >= to;
  };
}

const inOrder = <Kind extends Span>(spans: readonly Kind[]): readonly Kind[] => spans.toSorted((a, b) => a.at - b.at);
