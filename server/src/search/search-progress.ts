import type { User } from "@cuplaj/protocol/participant.ts";
import type { SearchQuery } from "@cuplaj/protocol/search-text.ts";
import type { SearchReader } from "./search-store.ts";
import type { MessageFilter, Terms } from "./search-terms.ts";

/** One search on its way: what is searched by whom, and what it may still cost. */
export interface Search {
  readonly reader: SearchReader;
  readonly caller: User;
  readonly query: SearchQuery;
  readonly filter: MessageFilter;
  readonly terms: Terms;
  readonly progress: SearchProgress;
}

/** A search is over after so long, and after so many chunks that were read (FIND-1). */
const searchMsMax = 600;
const chunksReadMax = 4000;

/** How far a search has come. */
export class SearchProgress {
  readonly #endsAt: number;
  #chunks = 0;
  #isPartial = false;

  constructor(durationMs: number = searchMsMax) {
    this.#endsAt = performance.now() + durationMs;
  }

  /** Whether it ended before it had looked at everything. */
  get isPartial(): boolean {
    return this.#isPartial;
  }

  /** Whether it has to end; asked before more work, so that an end leaves something out. */
  mustEnd(): boolean {
    if (performance.now() < this.#endsAt && this.#chunks < chunksReadMax) return false;
    this.#isPartial = true;
    return true;
  }

  /** It ends, with something left out. */
  end(): void {
    this.#isPartial = true;
  }

  /** Chunks whose messages were read. */
  countRead(chunks: number): void {
    this.#chunks += chunks;
  }
}
