import type { Member } from "@cuplaj/protocol/participant.ts";

export interface NameStore {
  /** Names those of `ids` who share a room with the asker, are silenced by them, or are the asker; with `anyone`, all of `ids`. */
  findNames(ids: readonly number[], askerId: number, anyone: boolean): Promise<readonly Member[]>;
  /** Enabled staff who may view rooms, sorted by name. `search` matches part of a name, ignoring case and accents. */
  listStaff(search: string, take: number): Promise<readonly Member[]>;
  /** AUTH-8: settings versions by id, without unknown ids. */
  findVersions(ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
}
