import { Type } from "typebox";
import type { TLocalizedValidationError } from "typebox/error";
import { Compile } from "typebox/schema";
import {
  deliveryDaysMax,
  offerLinesMax,
  offerStockMax,
  offerTextCharactersMax,
  offerVersionMax,
  quantityMax,
  vatPercentMax,
  vehicleYearMax,
  vehicleYearMin,
} from "@cuplaj/protocol/limits.ts";
import { OfferLineStatus, OfferStatus, OfferToStore } from "@cuplaj/protocol/offer.ts";
import { Id } from "@cuplaj/protocol/scalars.ts";
import { contentOf, offerProblems } from "../offers/read-offer.ts";
import type { BadValue } from "./bad-value.ts";
import type { Entry, RawOffer } from "./file-offer.ts";

/** ERP-2: the schema of the API call's body, plus the offer number, which the call has in its path. */
const validator = Compile(Type.Object({ id: Id, ...OfferToStore.properties }));

/** Checks an offer in a file as strictly as the call that stores one (ERP-1). */
export function checkOffer(raw: RawOffer): Entry {
  const { line, value, where } = raw;
  if (!validator.Check(value)) return { kind: "bad", bad: describe(validator.Errors(value)[1].flatMap(pathsOf), raw) };
  const { id, ...content } = value;
  const problems = offerProblems(id, content);
  if (problems === null) return { kind: "offer", offer: { number: id, content: contentOf(content), line, where } };
  const paths = Object.keys(problems).map((field) => `/${field.replaceAll(".", "/")}`);
  return { kind: "bad", bad: describe(paths, raw) };
}

const whole = (least: number, most: number): string => `a whole number from ${least} to ${most}`;
const text = `at most ${offerTextCharactersMax} characters on one line`;
const allowedOf: Readonly<Record<string, string>> = {
  id: "a whole number of at most 15 digits, once in an offer",
  version: whole(1, offerVersionMax),
  request_id: "the number of a request",
  customer: "the username of a customer",
  ...{ make: text, model: text, engine: text, vin: text, plate: text, brand: text, name: text },
  year: `a year from ${vehicleYearMin} to ${vehicleYearMax}, or nothing`,
  currency: "RON",
  lines: `at most ${offerLinesMax} lines`,
  code: `1 to ${offerTextCharactersMax} characters on one line, at least one of them visible`,
  qty: whole(1, quantityMax),
  unit_price: "a price of less than 10000000 with two decimals",
  vat_rate: `a rate in per cent, ${whole(0, vatPercentMax)}`,
  stock: whole(0, offerStockMax),
  delivery_days: whole(0, deliveryDaysMax),
  valid_until: "a day or a moment",
};
const oneOf = ({ anyOf }: typeof OfferStatus | typeof OfferLineStatus): string =>
  anyOf
    .map((word) => word.const)
    .join(", ")
    .replace(/, (\w+)$/u, " or $1");

function allowedAt(path: string): string {
  const field = path.split("/").at(-1) ?? "";
  if (field === "status") return oneOf(path.startsWith("/lines/") ? OfferLineStatus : OfferStatus);
  return allowedOf[field] ?? "an object";
}

/** Returns one problem per value, even if the value has several schema errors. */
function describe(paths: readonly string[], { value, where }: RawOffer): readonly BadValue[] {
  return [...new Set(paths)].map((path) => {
    const { line, field } = where(path);
    const found = valueAt(value, path);
    const allowed = allowedAt(path);
    return {
      line,
      problem: found === undefined ? `${field} is missing` : `${field} is ${shown(found)}; allowed is ${allowed}`,
    };
  });
}

/** A customer counts as one value, whether given by id or username. */
function pathsOf(error: TLocalizedValidationError): readonly string[] {
  const paths =
    error.keyword === "required"
      ? error.params.requiredProperties.map((name) => `${error.instancePath}/${name}`)
      : [error.instancePath];
  return paths.map((path) => (path.startsWith("/customer/") ? "/customer" : path));
}

function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const part of path.split("/").slice(1)) {
    if (typeof found !== "object" || found === null) return undefined;
    found = new Map<string, unknown>(Object.entries(found)).get(part);
  }
  return found;
}

const shownCharactersMax = 60;

function shown(value: unknown): string {
  const written = JSON.stringify(
    typeof value === "object" && value !== null && "username" in value ? value.username : value,
  );
  return written.length > shownCharactersMax ? `${written.slice(0, shownCharactersMax)}...` : written;
}
