import type { FileColumns } from "../text-files/read-header.ts";

const romanianNames = {
  offer: "oferta",
  version: "versiune",
  status: "stare",
  customer: "client",
  make: "marca",
  model: "model",
  year: "an",
  engine: "motor",
  vin: "serie sasiu",
  plate: "nr inmatriculare",
  valid_until: "valabila pana la",
  line_id: "id linie",
  code: "cod",
  brand: "producator",
  name: "denumire",
  qty: "cantitate",
  unit_price: "pret unitar",
  vat_rate: "cota tva",
  stock: "stoc",
  delivery_days: "zile livrare",
  line_status: "stare linie",
} as const;

export type CsvColumn = keyof typeof romanianNames;

/** Columns that repeat the offer's values; the others belong to its lines. */
export const offerColumns = [
  ...(["offer", "version", "status", "customer", "make", "model", "year", "engine", "vin", "plate"] as const),
  "valid_until",
] as const satisfies readonly CsvColumn[];

/** Columns in which Excel may turn a code or plate into a number and thereby drop digits. */
export const textColumns = [
  ...(["customer", "make", "model", "engine", "vin", "plate", "code", "brand", "name"] as const),
] as const satisfies readonly CsvColumn[];

export const csvColumns: FileColumns<CsvColumn> = {
  romanianNames,
  optional: new Set(["make", "model", "year", "engine", "vin", "plate", "brand", "name"]),
};
