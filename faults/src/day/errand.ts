import type { Room } from "../product/world.ts";
import type { Living, DayWorld } from "./day-world.ts";

/** One thing that a person does in the product. Throws if the product refuses it. */
export type Errand = (living: Living, world: DayWorld) => Promise<unknown>;

/** A person as the list of members names them. */
export interface Named {
  readonly id: number;
  readonly type: string;
}

export const roomOf = ({ resident, random }: Living): Room => random.pick(resident.rooms);
