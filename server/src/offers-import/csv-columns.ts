/** The columns of a CSV file by their English names, which are those of the contract, each with its Romanian name. */
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

/** What a file may leave out: it is empty then. */
const optional: ReadonlySet<CsvColumn> = new Set([
  ...(["make", "model", "year", "engine", "vin", "plate", "brand", "name"] as const),
]);

const all = Object.keys(romanianNames) as readonly CsvColumn[];
const byName = new Map(all.flatMap((column) => [column, romanianNames[column]].map((name) => [nameKey(name), column])));

/** Where each column stands, or what is wrong with the header row. */
export function readHeader(
  cells: readonly string[],
): { readonly positions: ReadonlyMap<CsvColumn, number> } | { readonly problems: readonly string[] } {
  const positions = new Map<CsvColumn, number>();
  const problems: string[] = [];
  for (const [position, cell] of cells.entries()) {
    const column = byName.get(nameKey(cell));
    if (column === undefined) problems.push(`the column ${JSON.stringify(cell)} is not known`);
    else if (positions.has(column)) problems.push(`the column ${column} is there twice`);
    else positions.set(column, position);
  }
  for (const column of all) {
    if (!positions.has(column) && !optional.has(column)) problems.push(`the column ${column} is missing`);
  }
  return problems.length > 0 ? { problems } : { positions };
}

/** Names are the same whatever their case, marks, and what stands between their words. */
function nameKey(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z]+/gu, "");
}
