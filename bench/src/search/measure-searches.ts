import { median } from "../median.ts";
import type { SizeName } from "../seed/seed-folder.ts";
import { percentile } from "../percentile.ts";
import { asks, isPartial, roomsIn, search, type Searcher, searchers, type SearchSide } from "./search-side.ts";

export interface SearchSample {
  readonly title: string;
  readonly by: Searcher;
  readonly size: SizeName;
  readonly p50: number;
  readonly p95: number;
  readonly rooms: number;
  /** The share of partial responses. */
  readonly partial: number;
}

export async function measureSearches(
  sides: readonly SearchSide[],
  { rounds, calls }: { readonly rounds: number; readonly calls: number },
): Promise<readonly SearchSample[]> {
  const samples: SearchSample[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const { side } of sides) await side.readFiles();
    const measured = await measureRound(sides, calls);
    console.log(`${round === 0 ? "warm-up" : `round ${round}`}:\n${measured.map(sampleLine).join("\n")}`);
    if (round > 0) samples.push(...measured);
  }
  return samples;
}

async function measureRound(sides: readonly SearchSide[], calls: number): Promise<readonly SearchSample[]> {
  const samples: SearchSample[] = [];
  for (const by of searchers) {
    for (const [index, term] of sides[0]?.terms.entries() ?? []) {
      if (asks(by, term)) samples.push(...(await measureTerm(sides, by, index, calls)));
    }
  }
  return samples;
}

async function measureTerm(
  sides: readonly SearchSide[],
  by: Searcher,
  index: number,
  calls: number,
): Promise<readonly SearchSample[]> {
  const runs = sides.flatMap(({ side, terms }) => {
    const term = terms[index];
    return term === undefined
      ? []
      : [{ side, term, times: [] as number[], rooms: [] as number[], partial: [] as number[] }];
  });
  // Alternates sides from call to call, so that noise affects both.
  for (let call = 0; call < calls; call += 1) {
    for (const { side, term, times, rooms, partial } of call % 2 === 0 ? runs : runs.toReversed()) {
      const { ms, body } = await search(side, by, term, term.texts[call % term.texts.length] ?? "");
      times.push(ms);
      rooms.push(roomsIn(body));
      partial.push(isPartial(body) ? 1 : 0);
    }
  }
  return runs.map(({ side, term, times, rooms, partial }) => ({
    title: term.title,
    by,
    size: side.name,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    rooms: median(rooms),
    partial: partial.reduce((sum, one) => sum + one, 0) / calls,
  }));
}

const sampleLine = ({ title, by, size, p50, p95, rooms, partial }: SearchSample): string =>
  `  ${by} ${size} ${title}: p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} ms, ${rooms} rooms${partial > 0 ? `, partial ${(100 * partial).toFixed(0)} %` : ""}`;
