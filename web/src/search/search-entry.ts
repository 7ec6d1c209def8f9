import type { Participant } from "../state/entities.ts";
import type { SearchFilters, SearchInput, SearchPeriod, SearchResults } from "../state/search/search-shape.ts";

export interface SearchEntry extends SearchInput, Pick<SearchResults, "id" | "before"> {
  readonly owner: string;
}

export const entryOf = ({ id, before, input }: SearchResults, owner: string): { readonly search: SearchEntry } => ({
  search: { ...input, owner, id, before },
});

/** The search in a history entry; null if it has none, or another person's. `owner` is an `ownerKey`. */
export function searchOfEntry(entry: unknown, owner: string): SearchEntry | null {
  const { search } = fieldsOf(entry);
  const { id, text, author, period, hasFile, ...rest } = fieldsOf(search);
  if (rest["owner"] !== owner || typeof id !== "string" || typeof text !== "string") return null;
  const before = roomOf(rest["before"]);
  return { owner, id, before, text, author: personOf(author), period: periodOf(period), hasFile: hasFile === true };
}

export const noFilters: SearchFilters = { author: null, period: null, hasFile: false };

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

function personOf(value: unknown): Participant | null {
  const { id, name, kind } = fieldsOf(value);
  const isKind = kind === "customer" || kind === "erp" || kind === "agent";
  return typeof id === "number" && typeof name === "string" && isKind ? { id, name, kind } : null;
}

function roomOf(value: unknown): SearchResults["before"] {
  const { id, name } = fieldsOf(value);
  return typeof id === "number" && typeof name === "string" ? { id, name } : null;
}

function periodOf(value: unknown): SearchPeriod | null {
  const { kind, from, until } = fieldsOf(value);
  if (kind === "today" || kind === "week" || kind === "month") return { kind };
  return kind === "days" ? { kind, from: dayOf(from), until: dayOf(until) } : null;
}

const dayOf = (value: unknown): string | null =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? value : null;
