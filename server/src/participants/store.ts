import type { Member } from "@cuplaj/protocol/participant.ts";

export interface NameStore {
  /** Those of `ids` who share a room with the asker or are silenced by them, and the asker; with `anyone`, all of them. */
  findNames(ids: readonly number[], askerId: number, anyone: boolean): Promise<readonly Member[]>;
  /** Enabled staff who may view rooms, by name; matches part of the name, ignoring case and accents. */
  listStaff(search: string, take: number): Promise<readonly Member[]>;
  /** AUTH-8: versions by id; unknown ids are missing. */
  findVersions(ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
}
