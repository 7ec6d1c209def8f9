import type { Member } from "@cuplaj/protocol/participant.ts";
import { namedStatement } from "../storage/named-statement.ts";
import { chunkReader } from "./search-chunks.pg.ts";
import { offerReader } from "./search-offers.pg.ts";
import { roomReader } from "./search-rooms.pg.ts";
import { createSearchSessions, type LendingPool } from "./search-session.pg.ts";
import type { SearchStore } from "./search-store.ts";

const selectAuthors = namedStatement<Member>(
  "find-authors",
  "select id, name, kind as type from participants where id = any($1::bigint[])",
);

export function createSearchStore(pool: LendingPool): SearchStore {
  const inSession = createSearchSessions(pool);
  return {
    search: (callerId, work) =>
      inSession(callerId, (session) =>
        work({ ...chunkReader(session, callerId), ...roomReader(session, callerId), ...offerReader(session) }),
      ),
    nameAuthors: (ids) => selectAuthors(pool, [ids]),
  };
}
