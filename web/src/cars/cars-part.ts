import type { Part } from "../state/part.ts";
import type { CarsState } from "../state/cars/cars-shape.ts";

/** The events of `late-part.ts` come from late components. */
export const carsPart: Part<CarsState> = {
  initial: {
    cars: { of: "own", list: null, isShown: false, form: null, opened: null, change: null, knownVin: null },
  },
  handlers: {},
};
