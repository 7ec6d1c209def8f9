import { isText, showsSomething } from "@cuplaj/protocol/message-text.ts";
import type { OfferToStore } from "@cuplaj/protocol/offer.ts";
import { isMoment } from "../kernel/clock.ts";
import type { FieldProblem, FieldProblems } from "../kernel/outcome.ts";

const offerNumberMax = 999_999_999_999_999;

/** ERP-1a: problems beyond those that the schema finds, by field; null if the offer is valid. */
export function offerProblems(offerId: number, offer: OfferToStore): FieldProblems | null {
  const found = new Map<string, FieldProblem>();
  if (offerId > offerNumberMax) found.set("id", "out_of_range");
  if (!isUserRef(offer.customer)) found.set("customer", "not_valid");
  if (!isMoment(offer.valid_until)) found.set("valid_until", "not_valid");
  for (const [index, { code }] of offer.lines.entries())
    if (!showsSomething(code)) found.set(`lines.${index}.code`, "empty");
  for (const field of brokenTexts(offer)) found.set(field, "not_text");
  const ids = new Set<number>();
  for (const [index, { id }] of offer.lines.entries()) {
    if (ids.has(id)) found.set(`lines.${index}.id`, "not_valid");
    ids.add(id);
  }
  return found.size === 0 ? null : Object.fromEntries([...found].map(([field, problem]) => [field, [problem]]));
}

/** Whether the database can look up the customer; the schema allows any `id` next to a username. */
const isUserRef = (customer: OfferToStore["customer"]): boolean =>
  "id" in customer
    ? Number.isSafeInteger(customer.id) && customer.id > 0
    : customer.username.isWellFormed() && !customer.username.includes("\0");

const vehicleTexts = ["make", "model", "engine", "vin", "plate"] as const;
const lineTexts = ["code", "brand", "name"] as const;

/** Constructs field names only for problems, since an offer has hundreds of fields. */
function brokenTexts({ vehicle, lines }: OfferToStore): readonly string[] {
  return [
    ...vehicleTexts.filter((name) => !isText(vehicle[name])).map((name) => `vehicle.${name}`),
    ...lines.flatMap((line, index) =>
      lineTexts.filter((field) => !isText(line[field])).map((field) => `lines.${index}.${field}`),
    ),
  ];
}

/** SEC-13b: drops unknown fields, and empties texts without visible characters. */
export function contentOf({
  version,
  request_id = null,
  status,
  customer,
  vehicle,
  lines,
  valid_until,
}: OfferToStore): OfferToStore {
  const { make, model, year, engine, vin, plate } = vehicle;
  return {
    ...{ version, request_id, status, currency: "RON", valid_until },
    vehicle: {
      ...{ make: shown(make), model: shown(model), year },
      ...{ engine: shown(engine), vin: shown(vin), plate: shown(plate) },
    },
    customer: "id" in customer ? { id: customer.id } : { username: customer.username },
    lines: lines.map(({ id, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days, status: stands }) => ({
      ...{ id, code, brand: shown(brand), name: shown(name), qty, unit_price, vat_rate, stock, delivery_days },
      status: stands,
    })),
  };
}

const shown = (text: string): string => (showsSomething(text) ? text : "");
