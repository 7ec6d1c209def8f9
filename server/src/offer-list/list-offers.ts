import { offersCountedMax, offersPerPage, searchCharactersMin } from "@cuplaj/protocol/limits.ts";
import type { ListedOffer } from "@cuplaj/protocol/offer.ts";
import { lineTotal, offerTotals } from "@cuplaj/protocol/offer-totals.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { queryCharacters, readQuery, type SearchQuery } from "@cuplaj/protocol/search-text.ts";
import { done, invalidField, type Outcome, refused } from "../kernel/outcome.ts";
import { offersOpenTo } from "../offers/rules.ts";
import { type FoundOffers, SearchTooLong, type SearchStore } from "../search/search-store.ts";
import { roomTermsOf } from "../search/search-terms.ts";
import type { ListedOfferRecord, OfferListStore } from "./store.ts";

export interface ListOffersParts {
  readonly offerList: OfferListStore;
  readonly search: Pick<SearchStore, "search">;
}

interface AskedOffers {
  readonly page?: number | undefined;
  readonly search?: string | undefined;
}

interface OfferPage {
  readonly offers: ListedOffer[];
  readonly total: number;
  readonly page: number;
}

/** OFF-10: the offers that the caller may view, newest first, or those that a search finds. */
export async function listOffers(
  parts: ListOffersParts,
  caller: User,
  { page = 1, search = "" }: AskedOffers,
): Promise<Outcome<OfferPage>> {
  if (!hasPermission(caller.roles, "offers.view")) return refused("forbidden");
  const query = readQuery(search);
  const isAll = search.trim() === "";
  if (!isAll && queryCharacters(query) < searchCharactersMin) return invalidField("search", "too_short");
  const skip = Math.min(offersPerPage * (page - 1), offersCountedMax);
  const part = { skip, take: skip < offersCountedMax ? offersPerPage : 0 };
  try {
    const { total, ids } = isAll
      ? await parts.offerList.listNewest(offersOpenTo(caller), part.skip, part.take)
      : await findOffers(parts, caller, query, part);
    const offers = await parts.offerList.readEach(ids);
    return done({ offers: offers.map(toListed), total, page });
  } catch (error) {
    if (error instanceof SearchTooLong) return refused("unavailable", { retryAfterMs: tooLongRetryMs });
    throw error;
  }
}

/** Retry delay if the database is too busy for a search. */
const tooLongRetryMs = 2000;

async function findOffers(
  { search }: ListOffersParts,
  caller: User,
  query: SearchQuery,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<FoundOffers> {
  const terms = roomTermsOf(query);
  // Every code in the search is too short for the index.
  if (terms.found === null) return { total: 0, ids: [] };
  return await search.search(caller.id, (reader) => reader.findOffers(terms, offersOpenTo(caller), skip, take));
}

function toListed({ lines, ...offer }: ListedOfferRecord): ListedOffer {
  return { ...offer, total: offerTotals(lines.map((line) => ({ ...line, total: lineTotal(line) }))).gross };
}
