import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { offerBytesMax } from "@cuplaj/protocol/limits.ts";
import type { NumberStyle } from "./csv-values.ts";
import { UnreadableFile } from "./unreadable-file.ts";

/** A row of a CSV file, and the line on which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows while they come, the header among them, and how the file writes numbers. */
export async function* readRows(
  chunks: AsyncIterable<string>,
): AsyncIterable<CsvRow & { readonly style: NumberStyle }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await readHead(iterator);
  const delimiter = delimiterOf(first);
  // Excel writes decimal commas where it separates cells otherwise.
  const style = delimiter === "," ? "english" : "romanian";
  const parser = parse({
    ...{ delimiter, info: true, trim: true, relax_column_count: true, skip_empty_lines: true },
    ...{ record_delimiter: "\n", max_record_size: offerBytesMax },
  });
  const input = Readable.from(rest(first, iterator));
  input.on("error", (error) => parser.destroy(error)).pipe(parser);
  try {
    for await (const parsed of parser) {
      // With `info`, each record comes with where it ends.
      const { record: cells, info } = parsed as { record: string[]; info: { lines: number } };
      if (cells.some((cell) => cell !== "")) yield { line: info.lines - newlinesIn(cells), cells, style };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(Number(error["lines"] ?? 1), "is no row of a CSV file: its quotes do not match");
  }
}

/** As much as the first line at least. */
async function readHead(iterator: AsyncIterator<string>): Promise<string> {
  let head = "";
  while (!head.trimStart().includes("\n") && head.length < offerBytesMax) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    head += value;
  }
  return head;
}

async function* rest(head: string, iterator: AsyncIterator<string>): AsyncIterable<string> {
  yield head;
  for (;;) {
    const { done, value } = await iterator.next();
    if (done === true) return;
    yield value;
  }
}

/** Whichever the header has most of. */
function delimiterOf(head: string): ";" | "," | "\t" {
  const [header = ""] = head.trimStart().split("\n", 1);
  const count = (delimiter: string): number => header.split(delimiter).length;
  return ([";", ",", "\t"] as const).reduce((most, next) => (count(next) > count(most) ? next : most));
}

const newlinesIn = (cells: readonly string[]): number =>
  cells.reduce((total, cell) => total + (cell.includes("\n") ? cell.split("\n").length - 1 : 0), 0);
