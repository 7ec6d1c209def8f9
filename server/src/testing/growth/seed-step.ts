export interface SeedStep {
  readonly title: string;
  readonly text: string;
  readonly values?: readonly (keyof SeedValues)[];
}

export interface SeedValues {
  readonly rooms: number;
  readonly messages: number;
  readonly customers: number;
  readonly staff: number;
  readonly quietId: number;
  readonly busyId: number;
  readonly colleagueId: number;
  readonly busyRooms: number;
  readonly quietRooms: number;
  readonly longRoom: number;
  readonly longMessages: number;
  readonly crowdedRoom: number;
  readonly crowdedMembers: number;
  /** Time of the newest rows. Rooms are opened during the two years before it, at a growing rate. */
  readonly endsAt: string;
  readonly words: readonly string[];
}
