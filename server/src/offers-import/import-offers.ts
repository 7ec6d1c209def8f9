import { BadValues } from "./bad-values.ts";
import type { Entry, FileOffer } from "./file-offer.ts";
import type { ImportStore, StoredAs, StoredBy, StoreOffers } from "./store.ts";

interface ImportParts {
  readonly store: ImportStore;
  readonly say: (line: string) => void;
}

export interface AskedImport {
  readonly read: () => AsyncIterable<Entry>;
  readonly username: string;
  readonly isDryRun: boolean;
}

export type ImportEnd =
  | { readonly kind: "imported"; readonly made: number; readonly stored: number; readonly same: number }
  | { readonly kind: "bad"; readonly lines: readonly string[] };

/** Limits of one statement, which takes up to 3.5 s on a busy machine. */
const [batchOffersMax, batchLinesMax] = [100, 1000];
const saidEvery = 10_000;

/**
 * ERP-2f: stores all offers of a file in one transaction, or none. Checks the whole file first, so that rooms are locked only while offers are
 * stored. A dry run stores each batch and rolls it back, since offers are independent of each other.
 */
export async function importOffers(
  { store, say }: ImportParts,
  { read, isDryRun }: Pick<AskedImport, "read" | "isDryRun">,
  by: StoredBy,
): Promise<ImportEnd> {
  const bad = new BadValues();
  const numbers: number[] = [];
  for await (const batch of inBatches(read(), bad, (count) => say(`Checked ${count} offers.`)))
    for (const { number } of batch) numbers.push(number);
  if (!bad.isEmpty) return { kind: "bad", lines: bad.lines() };
  const totals = { made: 0, stored: 0, same: 0 };
  const batches = inBatches(read(), bad, (count) => say(`${isDryRun ? "Tried" : "Stored"} ${count} offers.`));
  const storeBatch = async (offers: readonly FileOffer[], storeOffers: StoreOffers): Promise<void> => {
    for (const [index, as] of (await storeOffers(offers)).entries()) count(totals, offers[index], as, bad);
  };
  if (isDryRun) {
    for await (const offers of batches) {
      const ofBatch = offers.map(({ number }) => number);
      await store.inTransaction(by, ofBatch, async (storeOffers) => {
        await storeBatch(offers, storeOffers);
        return false;
      });
    }
  } else {
    await store.inTransaction(by, numbers, async (storeOffers) => {
      // The next batch is read while the database stores this one.
      let storing = Promise.resolve();
      for await (const offers of batches) {
        await storing;
        storing = storeBatch(offers, storeOffers);
        storing.catch(() => undefined);
      }
      await storing;
      return bad.isEmpty;
    });
  }
  return bad.isEmpty ? { kind: "imported", ...totals } : { kind: "bad", lines: bad.lines() };
}

async function* inBatches(
  entries: AsyncIterable<Entry>,
  bad: BadValues,
  sayCount: (count: number) => void,
): AsyncIterable<readonly FileOffer[]> {
  let [batch, total]: [FileOffer[], number] = [[], 0];
  for await (const entry of entries) {
    if (entry.kind === "bad") bad.add(entry.bad);
    else batch.push(entry.offer);
    if (isFull(batch)) {
      yield batch;
      batch = [];
    }
    total += 1;
    if (total % saidEvery === 0) sayCount(total);
  }
  if (batch.length > 0) yield batch;
}

const isFull = (batch: readonly FileOffer[]): boolean =>
  batch.length === batchOffersMax ||
  batch.reduce((lines, { content }) => lines + content.lines.length, 0) >= batchLinesMax;

function count(
  totals: Record<"made" | "stored" | "same", number>,
  offer: FileOffer | undefined,
  as: StoredAs,
  bad: BadValues,
): void {
  if (as.outcome === "made" || as.outcome === "stored" || as.outcome === "same") {
    totals[as.outcome] += 1;
    return;
  }
  if (offer === undefined) return;
  bad.add(
    problemsOf(offer, as).map(([path, problem]) => {
      const { line, field } = offer.where(path);
      return { line, problem: `${field} ${problem}` };
    }),
  );
}

function problemsOf({ content, number }: FileOffer, as: StoredAs): readonly (readonly [path: string, string])[] {
  if (as.outcome === "no-customer") return [["/customer", "is not a known customer"]];
  if (as.outcome === "no-request") return [["/request_id", "is not a request that this offer can answer"]];
  if (as.outcome !== "undecided")
    return [["/version", `is ${content.version}, but offer ${number} is already stored at ${as.version}`]];
  return as.indexes.map((index) => [
    `/lines/${index}/status`,
    `is ${content.lines[index]?.status}, but the customer has not decided so`,
  ]);
}
