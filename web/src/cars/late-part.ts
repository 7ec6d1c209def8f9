import type { Cars, CarsEvents, CarsOf, CustomerCar } from "../state/cars/cars-shape.ts";
import { carsKey, putAwayId, usesKey } from "../state/cars/shown-cars.ts";
import { carWords } from "../state/cars/typed-vehicle.ts";
import { offlineError } from "../state/entities.ts";
import type { LatePartOf } from "../state/part.ts";
import { retryLater, underWay, withoutFailure } from "../state/retries/retries-state.ts";
import { isOffline } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { andThen, changed, type Change } from "../state/transition.ts";
import { doUnlessUndone, undo } from "../state/undo/undo-state.ts";

export const latePart: LatePartOf<CarsEvents> = {
  handlers: {
    "cars/shown": (state, { of, form = null }) =>
      changed(withCars(turnedTo(state, of), { isShown: true, form, change: null })),
    "cars/closed": (state) => changed(withCars(state, { isShown: false, form: null, opened: null, change: null })),

    "cars/asked": (state, { of }) => askCars(turnedTo(state, of)),
    "cars/loaded": (state, { of, list }) =>
      changed(of === state.cars.of ? withCars(withoutFailure(state, carsKey), { list }) : state),
    "cars/failed": (state, { of, error }, context) =>
      of === state.cars.of ? retryLater(state, carsKey, error, context) : changed(state),

    "cars/toggled": (state, { carId }) => {
      const isOpen = state.cars.opened?.carId === carId;
      return askUses(
        withCars(withoutFailure(state, usesKey), { opened: isOpen ? null : { carId, uses: null }, change: null }),
      );
    },
    "cars/uses-asked": askUses,
    "cars/uses-loaded": (state, { carId, uses }) =>
      changed(isOpened(state, carId) ? withCars(withoutFailure(state, usesKey), { opened: { carId, uses } }) : state),
    "cars/uses-failed": (state, { carId, error }, context) =>
      isOpened(state, carId) ? retryLater(state, usesKey, error, context) : changed(state),

    "cars/change-asked": (state, { carId, car }) => {
      if (state.cars.change?.error === null) return changed(state);
      // Changes are not queued: without a connection they are refused at once.
      if (isOffline(state)) return changed(withCars(state, { change: { carId, error: offlineError } }));
      return andThen(carId === null ? changed(state) : undo(state, putAwayId(carId)), (next) =>
        changed(withCars(next, { change: { carId, error: null } }), [{ type: "call-change-car", carId, car }]),
      );
    },
    "cars/changed": (state, { carId, car }) => {
      const isAwaited = state.cars.change?.carId === carId;
      return changed(withCar(isAwaited ? withCars(state, { change: null, form: null }) : state, car));
    },
    "cars/change-failed": (state, { carId, error }) => changed(withCars(state, { change: { carId, error } })),

    "cars/put-away-asked": (state, { car }) =>
      doUnlessUndone(
        withCars(state, { change: null }),
        putAwayId(car.id),
        {
          due: { type: "cars/put-away-due", carId: car.id },
          offline: { type: "cars/put-away-failed", carId: car.id, error: offlineError },
          whenLeft: "sent",
        },
        { kind: "key", key: "cars.isPutAway", quote: car.name || carWords(car) || car.plate || car.vin },
      ),
    "cars/put-away-due": (state, { carId }) =>
      changed(withAway(state, carId, true), [{ type: "call-put-car-away", carId }]),
    "cars/put-away-failed": (state, { carId, error }) =>
      changed(withCars(withAway(state, carId, false), { change: { carId, error } })),

    "cars/vin-entered": (state, { vin }) =>
      changed(state, vin === state.cars.knownVin?.vin ? [] : [{ type: "call-decode-vin", vin }]),
    "cars/vin-known": (state, { known }) => changed(withCars(state, { knownVin: known })),
  },
  retry: (state, isDue) =>
    andThen(isDue(carsKey) ? askCars(state) : changed(state), (next) =>
      isDue(usesKey) ? askUses(next) : changed(next),
    ),
};

const withCars = (state: AppState, more: Partial<Cars>): AppState => ({ ...state, cars: { ...state.cars, ...more } });

/** Drops another customer's cars. */
const turnedTo = (state: AppState, of: CarsOf): AppState =>
  of === state.cars.of
    ? state
    : withCars(withoutFailure(withoutFailure(state, carsKey), usesKey), { of, list: null, opened: null });

const askCars = (state: AppState): Change =>
  changed(underWay(state, carsKey), [{ type: "call-cars", of: state.cars.of }]);

function askUses(state: AppState): Change {
  const { of, opened } = state.cars;
  if (opened === null) return changed(state);
  return changed(underWay(state, usesKey), [{ type: "call-car-uses", of, carId: opened.carId }]);
}

const isOpened = ({ cars }: AppState, carId: number): boolean => cars.opened?.carId === carId;

/** A changed car stays where it is, since nothing moves under a pointer, and a new one comes first. */
function withCar(state: AppState, car: CustomerCar): AppState {
  const list = state.cars.list ?? [];
  const isKnown = list.some(({ id }) => id === car.id);
  return withCars(state, { list: isKnown ? list.map((each) => (each.id === car.id ? car : each)) : [car, ...list] });
}

function withAway(state: AppState, carId: number, isAway: boolean): AppState {
  const car = state.cars.list?.find(({ id }) => id === carId);
  return car ? withCar(state, { ...car, isAway }) : state;
}
