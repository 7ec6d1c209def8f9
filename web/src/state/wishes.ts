import type { RoomId } from "./entities.ts";
import type { AppState } from "./shape.ts";

export interface Answered {
  readonly seq: number;
  readonly epoch: string;
}

/** An optimistic change, overlaid until the log catches up. */
export interface LoggedWish {
  readonly roomId: RoomId;
  readonly answered: Answered | null;
}

export const answeredBy = ({ rooms }: AppState, roomId: RoomId, seq: number): Answered => ({
  seq,
  epoch: rooms.byId[roomId]?.epoch ?? "",
});

/** Whether the log includes an answered wish. From then on only the log counts. */
export function hasReached({ rooms }: Pick<AppState, "rooms">, { roomId, answered }: LoggedWish): boolean {
  if (answered === null) return false;
  const room = rooms.byId[roomId];
  return !room || room.epoch !== answered.epoch || room.cursor >= answered.seq;
}

export const areSomeReached = (
  before: AppState,
  after: AppState,
  wishes: (state: AppState) => Readonly<Record<string, LoggedWish>>,
): boolean => before.rooms !== after.rooms && Object.values(wishes(after)).some((each) => hasReached(after, each));

export function withWish<Wish>(
  wishes: Readonly<Record<string, Wish>>,
  key: string,
  wish: Wish | null,
): Readonly<Record<string, Wish>> {
  const { [key]: _before, ...others } = wishes;
  return wish === null ? others : { ...others, [key]: wish };
}

export const wishesWhere = <Wish>(
  wishes: Readonly<Record<string, Wish>>,
  stays: (wish: Wish) => boolean,
): Readonly<Record<string, Wish>> => Object.fromEntries(Object.entries(wishes).filter(([, each]) => stays(each)));
