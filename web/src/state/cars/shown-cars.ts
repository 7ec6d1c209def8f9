import type { RoomId } from "../entities.ts";
import { me } from "../selectors.ts";
import type { AppState } from "../shape.ts";
import type { CarsOf, CustomerCar } from "./cars-shape.ts";

export const carsKey = "cars";
export const usesKey = "cars.uses";

export const putAwayId = (carId: number): string => `put-away:${carId}`;

/** Null until they have loaded. */
export const carsOf = ({ cars }: AppState, of: CarsOf): readonly CustomerCar[] | null =>
  cars.of === of ? cars.list : null;

/** A car counts as put away while that can still be undone. */
export const isPutAway = ({ undoable }: Pick<AppState, "undoable">, { id, isAway }: CustomerCar): boolean =>
  isAway || undoable[putAwayId(id)] !== undefined;

/** GAR-5: staff see the cars of a room's customer. */
export const hasCustomerCars = (state: AppState, roomId: RoomId): boolean =>
  me(state)?.kind !== "customer" && Boolean(state.rooms.byId[roomId]?.customer);
