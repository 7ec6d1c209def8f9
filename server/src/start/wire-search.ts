import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { ActiveRooms } from "../rooms/active-rooms.ts";
import { createIndexStore } from "../search/index-store.pg.ts";
import { rebuildIndex } from "../search/rebuild-index.ts";
import { SearchIndexer } from "../search/search-indexer.ts";
import type { OpenStorage } from "../storage/open-storage.ts";

interface SearchWiring {
  readonly storage: Pick<OpenStorage, "pool">;
  readonly clock: Clock;
  readonly log: Log;
}

export const createSearchIndexer = (
  { storage, clock, log }: SearchWiring,
  activeRooms: Pick<ActiveRooms, "watch">,
): SearchIndexer => new SearchIndexer({ store: createIndexStore(storage.pool), activeRooms, clock, log });

/** `search rebuild` (RUN-7): returns the number of rooms. */
export const rebuildByCommand = (
  { storage, clock }: Pick<SearchWiring, "storage" | "clock">,
  say: (line: string) => void,
): Promise<number> => rebuildIndex({ store: createIndexStore(storage.pool), clock, say });
