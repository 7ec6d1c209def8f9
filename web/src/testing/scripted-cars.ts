import { Car, CarRoom } from "@cuplaj/protocol/car.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { type Answers, refuse, type SeenCall } from "./scripted-call.ts";

/** A server that knows one car, with an offer in a room and one without, and what every VIN means. */
export function carAnswers(): Answers {
  let cars: readonly Car[] = [exampleOf(Car)];

  function changed({ params }: SeenCall, change: Partial<Car>) {
    const before = cars.find(({ id }) => id === Number(params["carId"]));
    if (!before) return refuse("not_found");
    const car = { ...before, ...change };
    cars = cars.map((each) => (each === before ? car : each));
    return { car };
  }

  return {
    listCars: () => ({ cars: [...cars] }),
    listCarRooms: () => ({
      rooms: [exampleOf(CarRoom), { ...exampleOf(CarRoom), offer_id: 10_003, offer_status: "expired", room_id: null }],
    }),
    addCar: ({ body }) => {
      const car: Car = { ...exampleOf(Car), ...body, id: cars.length + 4 };
      cars = [car, ...cars];
      return { car };
    },
    changeCar: (call) => changed(call, { ...call.body, is_away: false }),
    putCarAway: (call) => changed(call, { is_away: true }),
    decodeVin: () => ({ make: "Škoda", model: "", year: 2014, engine: "", is_check_digit_right: false }),
  };
}
