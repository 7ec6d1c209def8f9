import { median } from "../median.ts";
import { PlainSearch, type PlainAnswer } from "./plain-search.ts";
import { asks, type Searcher, searchers, type SearchSide } from "./search-side.ts";

export interface PlainSample {
  readonly title: string;
  readonly by: Searcher;
  readonly ilike: PlainAnswer;
  readonly ownSearch: PlainAnswer;
}

/** Searches for the first texts of each kind in plain PostgreSQL. The first search is not counted. */
export async function measureBeside({ side, terms }: SearchSide, texts: number): Promise<readonly PlainSample[]> {
  const plain = await PlainSearch.open(side.database, console.log);
  const samples: PlainSample[] = [];
  try {
    await side.readFiles();
    for (const by of searchers) {
      for (const term of terms.filter((one) => asks(by, one))) {
        const asked = term.texts.slice(0, texts);
        const ask = async (way: "ilike" | "ownSearch"): Promise<PlainAnswer> => {
          const answers: PlainAnswer[] = [];
          for (const text of [asked[0] ?? "", ...asked]) answers.push(await plain[way](by, term, text, side.longRoom));
          const counted = answers.slice(1);
          return { ms: median(counted.map(({ ms }) => ms)), rooms: median(counted.map(({ rooms }) => rooms)) };
        };
        const sample = { title: term.title, by, ilike: await ask("ilike"), ownSearch: await ask("ownSearch") };
        console.log(`  ${by} ${term.title}: ilike ${say(sample.ilike)}, full-text search ${say(sample.ownSearch)}`);
        samples.push(sample);
      }
    }
  } finally {
    await plain.close();
  }
  return samples;
}

const say = ({ ms, rooms }: PlainAnswer): string => `${ms.toFixed(0)} ms, ${rooms} rooms`;
