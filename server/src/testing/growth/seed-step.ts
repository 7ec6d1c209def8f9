/** One statement of the seed. */
export interface SeedStep {
  readonly title: string;
  readonly text: string;
  readonly values?: readonly (keyof SeedValues)[];
}

/** What the statements take. */
export interface SeedValues {
  readonly rooms: number;
  readonly messages: number;
  readonly customers: number;
  readonly staff: number;
  /** The three who can sign in; the ids of all others follow. */
  readonly quietId: number;
  readonly busyId: number;
  readonly colleagueId: number;
  readonly busyRooms: number;
  readonly quietRooms: number;
  readonly longRoom: number;
  readonly longMessages: number;
  readonly crowdedRoom: number;
  readonly crowdedMembers: number;
  /** The moment of the newest rows; rooms were opened over the two years before, ever more of them. */
  readonly endsAt: string;
  /** All words, by how often they are written. */
  readonly words: readonly string[];
}
