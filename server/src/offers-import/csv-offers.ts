import { offerLinesMax } from "@cuplaj/protocol/limits.ts";
import type { BadValue } from "./bad-value.ts";
import { readHeader } from "../text-files/read-header.ts";
import { cutShortProblem, type FileRow, isCutShort, type NumberStyle, readRows } from "../text-files/read-rows.ts";
import { UnreadableFile } from "../text-files/unreadable-file.ts";
import { type CsvColumn, csvColumns, offerColumns, textColumns } from "./csv-columns.ts";
import { readMoment, readPrice, readWhole } from "./csv-values.ts";
import type { RawOffer, Where } from "./file-offer.ts";

interface Row {
  readonly line: number;
  readonly cell: (column: CsvColumn) => string;
}

/** Reads a file with one row per line of an offer; the rows of an offer are consecutive. */
export async function* readCsvOffers(
  chunks: AsyncIterable<string>,
): AsyncIterable<RawOffer | { readonly bad: readonly BadValue[] }> {
  let positions: ReadonlyMap<CsvColumn, number> | null = null;
  let width = 0;
  let rows: Row[] = [];
  let style: NumberStyle = "romanian";
  for await (const read of readRows(chunks)) {
    style = read.style;
    if (positions === null) {
      positions = headerOf(read);
      width = read.cells.length;
    } else if (read.cells.length !== width) {
      yield { bad: [{ line: read.line, problem: `has ${read.cells.length} cells, the header ${width}` }] };
    } else {
      const row = rowOf(read, positions);
      if (rows[0] !== undefined && rows[0].cell("offer") !== row.cell("offer")) {
        yield offerOf(rows, style);
        rows = [];
      }
      // One row over the limit is enough to report the excess.
      if (rows.length <= offerLinesMax) rows.push(row);
      yield* differences(rows[0], row);
      yield* cutShort(row);
    }
  }
  if (positions === null) throw new UnreadableFile(1, "has no header");
  if (rows.length > 0) yield offerOf(rows, style);
}

function headerOf({ line, cells }: FileRow): ReadonlyMap<CsvColumn, number> {
  const header = readHeader(cells, csvColumns);
  if ("positions" in header) return header.positions;
  throw new UnreadableFile(line, `is not a valid header: ${header.problems.join(", ")}`);
}

const rowOf = ({ line, cells }: FileRow, positions: ReadonlyMap<CsvColumn, number>): Row => ({
  line,
  cell: (column) => cells[positions.get(column) ?? -1] ?? "",
});

/** Reports cells in which an offer's rows disagree about the offer's own columns. */
function* differences(first: Row | undefined, row: Row): Iterable<{ readonly bad: readonly BadValue[] }> {
  if (first === undefined || first === row) return;
  const bad = offerColumns
    .filter((column) => first.cell(column) !== row.cell(column))
    .map((column) => ({
      line: row.line,
      problem: `${column} is ${JSON.stringify(row.cell(column))}, but ${JSON.stringify(first.cell(column))} on line ${first.line} of the same offer`,
    }));
  if (bad.length > 0) yield { bad };
}

function* cutShort({ line, cell }: Row): Iterable<{ readonly bad: readonly BadValue[] }> {
  const bad = textColumns
    .filter((column) => isCutShort(cell(column)))
    .map((column) => ({ line, problem: `${column} is ${JSON.stringify(cell(column))}; ${cutShortProblem}` }));
  if (bad.length > 0) yield { bad };
}

function offerOf(rows: readonly Row[], style: NumberStyle): RawOffer {
  const [first] = rows;
  const text = (column: CsvColumn): string => first?.cell(column) ?? "";
  const whole = (cell: string): number | string | undefined => (cell === "" ? undefined : readWhole(cell, style));
  const value = {
    id: whole(text("offer")),
    version: whole(text("version")),
    status: filled(text("status")),
    customer: text("customer") === "" ? undefined : { username: text("customer") },
    vehicle: {
      ...{ make: text("make"), model: text("model"), engine: text("engine"), vin: text("vin"), plate: text("plate") },
      year: whole(text("year")) ?? null,
    },
    currency: "RON",
    valid_until: text("valid_until") === "" ? undefined : readMoment(text("valid_until")),
    lines: rows.map(({ cell }) => ({
      id: whole(cell("line_id")),
      ...{ code: cell("code"), brand: cell("brand"), name: cell("name") },
      qty: whole(cell("qty")),
      unit_price: cell("unit_price") === "" ? undefined : readPrice(cell("unit_price"), style),
      vat_rate: whole(cell("vat_rate").replace(/ ?%$/u, "")),
      stock: whole(cell("stock")),
      delivery_days: whole(cell("delivery_days")),
      status: filled(cell("line_status")),
    })),
  };
  return { line: first?.line ?? 0, value, where: whereIn(rows) };
}

const filled = (cell: string): string | undefined => (cell === "" ? undefined : cell);

const lineColumnOf: Readonly<Record<string, CsvColumn>> = { id: "line_id", status: "line_status" };
const offerColumnOf: Readonly<Record<string, CsvColumn>> = { id: "offer" };

/** Maps a path to a cell in the row of its line, or in the first row if it names no line. */
const whereIn =
  (rows: readonly Row[]): Where =>
  (path) => {
    const [, index = "0", ofLine = ""] = /^\/lines\/(\d+)\/(\w+)/u.exec(path) ?? [];
    const ofOffer = path.slice(path.lastIndexOf("/") + 1);
    const field = ofLine === "" ? (offerColumnOf[ofOffer] ?? ofOffer) : (lineColumnOf[ofLine] ?? ofLine);
    return { line: rows[Number(index)]?.line ?? 0, field };
  };
