import type { Room } from "../product/world.ts";
import type { Living, Town } from "./town.ts";

/** Something that people do; throws if the product refuses it. */
export type Errand = (living: Living, town: Town) => Promise<unknown>;

/** A person as members' lists name them. */
export interface Named {
  readonly id: number;
  readonly type: string;
}

export const roomOf = ({ resident, random }: Living): Room => random.pick(resident.rooms);
