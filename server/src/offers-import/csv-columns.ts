import type { FileColumns } from "../text-files/read-header.ts";

/** The English names are those of the contract. */
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

/** The columns that an offer's first row fills for all of it; the others are of its lines. */
export const offerColumns = [
  ...(["offer", "version", "status", "customer", "make", "model", "year", "engine", "vin", "plate"] as const),
  "valid_until",
] as const satisfies readonly CsvColumn[];

/** Where Excel may take a code, a plate or a number of a chassis for a number and lose its end. */
export const textColumns = [
  ...(["customer", "make", "model", "engine", "vin", "plate", "code", "brand", "name"] as const),
] as const satisfies readonly CsvColumn[];

export const csvColumns: FileColumns<CsvColumn> = {
  romanianNames,
  optional: new Set(["make", "model", "year", "engine", "vin", "plate", "brand", "name"]),
};
