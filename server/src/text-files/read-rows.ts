import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { UnreadableFile } from "./unreadable-file.ts";

/** How the file writes numbers: `1.234,50` or `1,234.50`. */
export type NumberStyle = "romanian" | "english";

/** `line` is the line on which the row starts. */
export interface FileRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const rowCharactersMax = 1024 * 1024;

/** Streams a file's rows, including the header, with the file's number style. */
export async function* readRows(
  chunks: AsyncIterable<string>,
): AsyncIterable<FileRow & { readonly style: NumberStyle }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { delimiter, text } = readDelimiter(await readHead(iterator));
  // Excel uses decimal commas if the delimiter is anything but a comma.
  const style = delimiter === "," ? "english" : "romanian";
  let before = { lines: 0, empty_lines: 0 };
  const parser = parse({
    ...{ delimiter, info: true, trim: true, relax_column_count: true, skip_empty_lines: true },
    // Excel's Unicode text may have unescaped quotes inside a cell, as in `Disc 15"`.
    ...{ relax_quotes: true, record_delimiter: "\n", max_record_size: rowCharactersMax },
    on_record: (record: string[], info) => {
      before = info;
      return record;
    },
  });
  const input = Readable.from(rest(text, iterator));
  input.on("error", (error) => parser.destroy(error)).pipe(parser);
  try {
    for await (const parsed of parser) {
      const { record: cells, info } = parsed as { record: string[]; info: { lines: number } };
      if (cells.some((cell) => cell !== "")) {
        yield { line: info.lines - newlinesIn(cells), cells: cells.map(withoutFormula), style };
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const [line, emptyLines] = [Number(error["lines"]), Number(error["empty_lines"])];
    const begins = before.lines + emptyLines - before.empty_lines + 1;
    // An unterminated quote swallows all lines after it.
    const isLong = error.code === "CSV_MAX_RECORD_SIZE" && line === begins;
    throw new UnreadableFile(
      begins,
      isLong ? "is longer than 1 MiB" : "is not a valid CSV row: its quotes do not match",
    );
  }
}

async function readHead(iterator: AsyncIterator<string>): Promise<string> {
  let head = "";
  while (!head.trimStart().includes("\n") && head.length < rowCharactersMax) {
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

/** Returns the delimiter in a first line such as `sep=;` for Excel, which is blanked, or otherwise the most frequent one in the header. */
function readDelimiter(head: string): { readonly delimiter: string; readonly text: string } {
  const named = /^sep=([^\n])(?=\n)/iu.exec(head);
  if (named?.[1] !== undefined) return { delimiter: named[1], text: head.slice(named[0].length) };
  const [header = ""] = head.trimStart().split("\n", 1);
  const count = (delimiter: string): number => header.split(delimiter).length;
  const delimiter = [";", ",", "\t"].reduce((most, next) => (count(next) > count(most) ? next : most));
  return { delimiter, text: head };
}

/** Unwraps `="0012345"`, a formula that keeps leading zeros in Excel. */
const withoutFormula = (cell: string): string =>
  /^="((?:[^"]|"")*)"$/u.exec(cell)?.[1]?.replaceAll('""', '"').trim() ?? cell;

/** Whether Excel turned a text into a number such as `1,5E+12`, which lost its last digits. */
export const isCutShort = (cell: string): boolean => /^-?\d(?:[.,]\d+)?E[+-]\d{2,}$/iu.test(cell);

export const cutShortProblem =
  "Excel took it for a number and shortened it: format the column as text and enter it again";

const newlinesIn = (cells: readonly string[]): number =>
  cells.reduce((total, cell) => total + (cell.includes("\n") ? cell.split("\n").length - 1 : 0), 0);
