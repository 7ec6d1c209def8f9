import type { CarRoom } from "@cuplaj/protocol/car.ts";
import type { CarDecision, CarRefusal, StoredCar } from "./rules.ts";

export type CarChange = { readonly outcome: "same" | "changed" | "made"; readonly car: StoredCar } | CarRefusal;

export interface CarStore {
  /** The last used first, and those put away last. */
  list(customerId: number): Promise<readonly StoredCar[]>;
  /** The newest first. */
  listRooms(carId: number, take: number): Promise<CarRoom[]>;
  /** Null if the room does not exist. */
  findCustomer(roomId: number): Promise<number | null>;
  /** Decides over the customer's cars while nobody else can change them; `absent` for an erased customer. */
  change(customerId: number, decide: (cars: readonly StoredCar[]) => CarDecision): Promise<CarChange>;
}

export interface CarCollectionStore {
  /** Finds the cars of the next due offers and requests. Returns the id to continue from, or null at the end. */
  collect(afterId: number, now: string): Promise<number | null>;
}
