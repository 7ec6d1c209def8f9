import type { Member } from "@cuplaj/protocol/participant.ts";

/** Names of people. */
export interface NameStore {
  /** Those of the ids that `askerId` shares a room with, and the asker; everyone of them with `anyone`. */
  findNames(ids: readonly number[], askerId: number, anyone: boolean): Promise<readonly Member[]>;
}
