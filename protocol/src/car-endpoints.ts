import { Type } from "typebox";
import { RoomRef, unpermitted } from "./call-shapes.ts";
import { Car, CarRoom, CarToStore } from "./car.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { carRoomsMax, carsPerPersonMax } from "./limits.ts";
import { Id } from "./scalars.ts";
import { exampleOf, shape } from "./shape.ts";

const OneCar = Type.Object({ carId: Id }, { examples: [{ carId: 4 }] });
const OfRoom = Type.Object({ room: Type.Optional(RoomRef) }, { examples: [{}] });
const car = { 200: shape("The car.", { car: Car }) };
const ofStaff = "Staff name a `room` that they may view, and get what its customer has.";
const ofRoom = { ...unpermitted, not_found: "The caller may not view the `room`." };

export const carEndpoints = {
  listCars: {
    method: "GET",
    path: "/api/v1/cars",
    limit: "reads",
    summary: "List a customer's cars",
    description: `At most ${carsPerPersonMax}, the last used first. ${ofStaff}`,
    permissions: ["rooms.view"],
    errors: ofRoom,
    query: OfRoom,
    answers: { 200: shape("The cars.", { cars: Type.Array(Car) }) },
  },
  addCar: {
    method: "POST",
    path: "/api/v1/cars",
    limit: "ownSettings",
    summary: "Add a car",
    description:
      "For customers. A car needs a VIN (17 characters without I, O and Q) or a plate. A car with the same VIN, or with the same plate unless both have VINs, gets what is sent instead.",
    permissions: ["rooms.view"],
    errors: { ...unpermitted, conflict: `There are ${carsPerPersonMax} cars already.` },
    body: CarToStore,
    answers: { 200: shape("The car, which existed.", { car: Car }), 201: shape("The new car.", { car: Car }) },
  },
  changeCar: {
    method: "PUT",
    path: "/api/v1/cars/:carId",
    limit: "ownSettings",
    summary: "Change a car",
    description: "For its customer; brings it back if it was put away.",
    permissions: ["rooms.view"],
    errors: { ...unpermitted, conflict: "Another of the caller's cars has this VIN or plate." },
    params: OneCar,
    body: CarToStore,
    answers: car,
  },
  putCarAway: {
    method: "DELETE",
    path: "/api/v1/cars/:carId",
    limit: "ownSettings",
    summary: "Put a car away",
    description: "For its customer. It keeps its data, requests and offers.",
    permissions: ["rooms.view"],
    errors: unpermitted,
    params: OneCar,
    answers: { 200: shape("The car.", { car: Car }, { car: { ...exampleOf(Car), is_away: true } }) },
  },
  listCarRooms: {
    method: "GET",
    path: "/api/v1/cars/:carId/rooms",
    limit: "reads",
    summary: "List a car's requests and offers",
    description: `The newest ${carRoomsMax}, newest first. ${ofStaff}`,
    permissions: ["rooms.view"],
    errors: unpermitted,
    params: OneCar,
    query: OfRoom,
    answers: { 200: shape("Its requests and offers.", { rooms: Type.Array(CarRoom) }) },
  },
  decodeVin: {
    method: "GET",
    path: "/api/v1/vins/:vin",
    limit: "reads",
    summary: "Decode a VIN",
    description:
      "Returns what `VIN_DECODER_URL` says of it, or else what the VIN itself tells: maker and model year (ISO 3779, ISO 3780). Unknown parts are empty.",
    permissions: ["rooms.view"],
    errors: { ...unpermitted, not_found: "This is not a VIN." },
    params: Type.Object(
      { vin: Type.String({ minLength: 1, maxLength: 32 }) },
      { examples: [{ vin: "TMBZZZ1Z8E1234567" }] },
    ),
    answers: {
      200: shape(
        "What is known of the car.",
        {
          make: Type.String(),
          model: Type.String(),
          year: Type.Union([Type.Integer(), Type.Null()]),
          engine: Type.String(),
          is_check_digit_right: Type.Boolean({ description: "Only a hint: European VINs need no check digit." }),
        },
        { make: "Škoda", model: "", year: 2014, engine: "", is_check_digit_right: false },
      ),
    },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
