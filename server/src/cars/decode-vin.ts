import type { Vehicle } from "@cuplaj/protocol/offer.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { isCheckDigitRight, modelYear, normalVin } from "@cuplaj/protocol/vin.ts";
import { type Clock, isoTime } from "../kernel/clock.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { makerOf } from "./makers.ts";

/** A decoder's answer; fields that it does not know are absent or null. */
export type DecodedVin = { readonly [Field in "make" | "model" | "year" | "engine"]?: Vehicle[Field] | null };

/** CAR-5a: asks the installation's decoder; null without one, or if it fails. */
export type AskVinDecoder = (vin: string) => Promise<DecodedVin | null>;

export interface DecodeVinParts {
  readonly askVinDecoder: AskVinDecoder;
  readonly clock: Pick<Clock, "now">;
}

/** CAR-5: tells what the decoder knows of a VIN, and otherwise what the VIN itself contains. */
export async function decodeVin(
  { askVinDecoder, clock }: DecodeVinParts,
  caller: User,
  text: string,
): Promise<Outcome<Omit<Vehicle, "vin" | "plate"> & { readonly is_check_digit_right: boolean }>> {
  if (!hasPermission(caller.roles, "rooms.view")) return refused("forbidden");
  const vin = normalVin(text);
  if (vin === null) return refused("not_found");
  const decoded = (await askVinDecoder(vin)) ?? {};
  const thisYear = Number(isoTime(clock.now()).slice(0, 4));
  return done({
    make: decoded.make || (makerOf(vin)?.name ?? ""),
    model: decoded.model ?? "",
    year: decoded.year ?? yearOf(vin, thisYear),
    engine: decoded.engine ?? "",
    is_check_digit_right: isCheckDigitRight(vin),
  });
}

const yearOf = (vin: string, thisYear: number): number | null =>
  isNorthAmerican(vin) || makerOf(vin)?.hasYear !== false ? modelYear(vin, thisYear) : null;

const isNorthAmerican = (vin: string): boolean => /^[1-57]/u.test(vin);
