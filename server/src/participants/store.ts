import type { Member } from "@cuplaj/protocol/participant.ts";

/** Names of people, and how new their settings are. */
export interface NameStore {
  /** The people among `ids` who share a room with `askerId` or whom they silence, and the asker; all of them with `anyone`. */
  findNames(ids: readonly number[], askerId: number, anyone: boolean): Promise<readonly Member[]>;
  /** Enabled accounts of staff that may view rooms, by name; the text is part of their name, whatever its marks and capitals. */
  listStaff(search: string, take: number): Promise<readonly Member[]>;
  /** The versions of these people's own settings, by their id (AUTH-8). */
  findVersions(ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
}
