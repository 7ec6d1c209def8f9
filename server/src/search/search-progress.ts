import type { User } from "@cuplaj/protocol/participant.ts";
import type { SearchQuery } from "@cuplaj/protocol/search-text.ts";
import type { SearchReader } from "./search-store.ts";
import type { MessageFilter, Terms } from "./search-terms.ts";

export interface Search {
  readonly reader: SearchReader;
  readonly caller: User;
  readonly query: SearchQuery;
  readonly filter: MessageFilter;
  readonly terms: Terms;
  readonly progress: SearchProgress;
}

/** A search stops after this time, or after this many chunks (FIND-1). */
const searchMsMax = 600;
const chunksReadMax = 4000;

export class SearchProgress {
  readonly #endsAt: number;
  #chunks = 0;
  #isPartial = false;

  constructor(durationMs: number = searchMsMax) {
    this.#endsAt = performance.now() + durationMs;
  }

  get isPartial(): boolean {
    return this.#isPartial;
  }

  /** Whether to stop. Call it only before further work, since true marks the result as partial. */
  mustEnd(): boolean {
    if (performance.now() < this.#endsAt && this.#chunks < chunksReadMax) return false;
    this.#isPartial = true;
    return true;
  }

  end(): void {
    this.#isPartial = true;
  }

  countRead(chunks: number): void {
    this.#chunks += chunks;
  }
}
