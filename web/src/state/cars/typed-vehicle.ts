import { vehicleYearMax, vehicleYearMin } from "@cuplaj/protocol/limits.ts";
import { cleanText } from "@cuplaj/protocol/message-text.ts";
import type { Vehicle } from "@cuplaj/protocol/offer.ts";
import type { KnownVin } from "./cars-shape.ts";

export const vehicleFields = ["vin", "plate", "make", "model", "year", "engine"] as const;
export type VehicleField = (typeof vehicleFields)[number];

/** A vehicle as typed so far. */
export type TypedVehicle = Readonly<Record<VehicleField, string>>;

export const vehicleOf = (word: (field: VehicleField) => string): TypedVehicle => ({
  ...{ vin: word("vin"), plate: word("plate"), make: word("make") },
  ...{ model: word("model"), year: word("year"), engine: word("engine") },
});

/** A VIN as it stands in papers. */
export const vinOf = (typed: string): string => typed.replaceAll(/[\s\p{Pd}]/gu, "").toUpperCase();

/** Fills fields that are still empty with what is known of the VIN. */
export function filledIn<Typed extends TypedVehicle>(typed: Typed, known: KnownVin): Typed {
  const found: TypedVehicle = { ...typed, ...known, year: String(known.year ?? "") };
  return { ...typed, ...vehicleOf((field) => typed[field] || found[field]) };
}

/** The vehicle as typed, in clean short texts; an invalid year counts as unknown. */
export const vehicleToStore = (typed: TypedVehicle): Vehicle => ({
  ...vehicleOf((field) => oneLine(field === "vin" ? vinOf(typed.vin) : typed[field])),
  year: yearOf(typed.year),
});

export const hasWrongYear = ({ year }: TypedVehicle): boolean => year.trim() !== "" && yearOf(year) === null;

const yearOf = (typed: string): number | null => wholeIn(typed, vehicleYearMin, vehicleYearMax);

export function wholeIn(typed: string, least: number, most: number): number | null {
  const number = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0;
  return number >= least && number <= most ? number : null;
}

/** Cleans a short text, in which the server also refuses line ends and characters that change the direction. */
export const oneLine = (text: string): string => cleanText(text).replaceAll(/[\t\n\u2028-\u202E\u2066-\u2069]+/gu, " ");

export type NamedVehicle = Omit<Vehicle, "year"> & { readonly name: string; readonly year: number | string | null };

export const carWords = ({ make, model, year, engine }: Omit<NamedVehicle, "name">): string =>
  [make, model, year, engine].filter(Boolean).join(" ");
