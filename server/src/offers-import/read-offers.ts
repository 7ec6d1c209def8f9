import { checkOffer } from "./check-offer.ts";
import { readCsvOffers } from "./csv-offers.ts";
import type { Entry } from "./file-offer.ts";
import { readJsonOffers } from "./json-offers.ts";
import { readText } from "../text-files/read-text.ts";
import { UnreadableFile } from "../text-files/unreadable-file.ts";

/** Returns the reader for a file's extension; null if the extension is not supported. */
export function offersReaderOf(path: string): (() => AsyncIterable<Entry>) | null {
  // Excel's "Unicode text" has the extension .txt.
  const readers = new Map([
    ["json", readJsonOffers],
    ["csv", readCsvOffers],
    ["txt", readCsvOffers],
  ]);
  const read = readers.get(/\.(\w+)$/u.exec(path)?.[1]?.toLowerCase() ?? "");
  return read === undefined ? null : () => checkAll(read(readText(path)));
}

type Read = ReturnType<typeof readCsvOffers>;

/** ERP-2h: checks offers one by one. If the file becomes unreadable, the last entry reports where. */
async function* checkAll(read: Read): AsyncIterable<Entry> {
  const lineOf = new Map<number, number>();
  try {
    for await (const raw of read) {
      const entry = "bad" in raw ? ({ kind: "bad", bad: raw.bad } as const) : checkOffer(raw);
      const before = entry.kind === "offer" ? lineOf.get(entry.offer.number) : undefined;
      if (entry.kind === "offer") lineOf.set(entry.offer.number, before ?? entry.offer.line);
      yield before === undefined ? entry : again(entry, before);
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    yield { kind: "bad", bad: [{ line: error.line, problem: `${error.message}; the rest was not read` }] };
  }
}

function again(entry: Entry, before: number): Entry {
  if (entry.kind === "bad") return entry;
  const { number, line } = entry.offer;
  return { kind: "bad", bad: [{ line, problem: `offer ${number} begins again, after line ${before}` }] };
}
