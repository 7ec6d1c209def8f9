/** The size of a seeded database; the same numbers always produce the same rows. */
export interface GrowthSize {
  readonly rooms: number;
  readonly messages: number;
  readonly customers: number;
  /** Number of operators, enough to fill the room with the most members. There is one agent for every five operators. */
  readonly staff: number;
  readonly busyPersonRooms: number;
  readonly longRoomMessages: number;
  readonly crowdedRoomMembers: number;
}

/** Databases of the growth benchmark, and a small one for plans. In `wide`, the busy person has as many rooms as in `large`. */
export const growthSizes = {
  small: {
    rooms: 1000,
    messages: 100_000,
    customers: 200,
    staff: 1000,
    busyPersonRooms: 1000,
    longRoomMessages: 10_000,
    crowdedRoomMembers: 1000,
  },
  wide: {
    rooms: 5000,
    messages: 100_000,
    customers: 1000,
    staff: 1000,
    busyPersonRooms: 5000,
    longRoomMessages: 10_000,
    crowdedRoomMembers: 1000,
  },
  large: {
    rooms: 100_000,
    messages: 10_000_000,
    customers: 20_000,
    staff: 1000,
    busyPersonRooms: 5000,
    longRoomMessages: 1_000_000,
    crowdedRoomMembers: 1000,
  },
  sample: {
    rooms: 3000,
    messages: 300_000,
    customers: 600,
    staff: 1000,
    busyPersonRooms: 1500,
    longRoomMessages: 30_000,
    crowdedRoomMembers: 1000,
  },
} as const satisfies Record<string, GrowthSize>;

/** A person with many rooms, a colleague in the same rooms, and a person in 20 of them. Only these three can sign in. */
export const busyPerson = { username: "dana.crestere", name: "Dana Creștere" } as const;
export const colleague = { username: "paul.crestere", name: "Paul Creștere" } as const;
export const quietPerson = { username: "ines.crestere", name: "Ines Creștere" } as const;
export const quietPersonRooms = 20;

/** Ids of the rooms with the most messages and the most members; the seed numbers rooms from 1. */
export const longRoomOf = (size: GrowthSize): number => Math.ceil(size.rooms / 100);
export const crowdedRoomOf = (size: GrowthSize): number => Math.ceil(size.rooms / 50);
