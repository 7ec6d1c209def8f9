import { offerBytesMax } from "@cuplaj/protocol/limits.ts";
import type { BadValue } from "./bad-value.ts";
import type { RawOffer } from "./file-offer.ts";
import { splitArray } from "./split-array.ts";

/** Reads an array whose elements are bodies of `PUT /api/v1/erp/offers/{id}`, each with its number as `id`. */
export async function* readJsonOffers(
  chunks: AsyncIterable<string>,
): AsyncIterable<RawOffer | { readonly bad: readonly BadValue[] }> {
  for await (const { line, text } of splitArray(chunks, offerBytesMax)) {
    const where = (path: string) => ({ line, field: fieldOf(path) });
    try {
      const value: unknown = JSON.parse(text);
      yield { line, value, where };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      yield { bad: [{ line, problem: "begins an offer that is not valid JSON" }] };
    }
  }
}

/** Turns `/lines/0/qty` into `lines[0].qty`. */
const fieldOf = (path: string): string =>
  path
    .slice(1)
    .replaceAll(/\/(\d+)/gu, "[$1]")
    .replaceAll("/", ".");
