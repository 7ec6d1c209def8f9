import type { Member } from "@cuplaj/protocol/participant.ts";

export interface NameStore {
  /** The people among `ids` who share a room with the asker or whom they silence, and the asker; all with `anyone`. */
  findNames(ids: readonly number[], askerId: number, anyone: boolean): Promise<readonly Member[]>;
  /** Enabled staff who may view rooms, by name; matches part of the name, ignoring case and accents. */
  listStaff(search: string, take: number): Promise<readonly Member[]>;
  /** AUTH-8: versions by id; unknown ids are missing. */
  findVersions(ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
}
