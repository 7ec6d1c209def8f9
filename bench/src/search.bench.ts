import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchReport } from "./bench-report.ts";
import type { Gate } from "./gate.ts";
import { openSide, type Side } from "./growth-side.ts";
import { median } from "./median.ts";
import { measureBeside, type PlainSample } from "./search/measure-plain.ts";
import { measureSearches, type SearchSample } from "./search/measure-searches.ts";
import { asks, openSearchSide, type Searcher, searchers, type SearchSide } from "./search/search-side.ts";
import { searchGates } from "./search/search-gates.ts";
import { type IndexReport, indexReport } from "./seed/index-folder.ts";
import { ensureSeeded, type SizeName } from "./seed/seed-folder.ts";

/** The compared databases. In both, the busy person has 5,000 rooms. */
const sizes = ["wide", "large"] as const satisfies readonly SizeName[];

const whole = { rounds: 7, calls: 40, beside: 5 };
const short = { rounds: 2, calls: 20, beside: 1 };

/** PERF-14: compares searching 10,000,000 messages over HTTP with searching 100,000, and with plain PostgreSQL. */
export async function benchSearch(isQuick: boolean): Promise<BenchReport> {
  const folder = join(tmpdir(), "cuplaj-growth");
  for (const size of sizes) await ensureSeeded(join(folder, size), size);
  const much = isQuick ? short : whole;
  const sides: Side[] = [];
  try {
    for (const size of sizes) sides.push(await openSide(size, join(folder, size)));
    const searched: SearchSide[] = [];
    for (const side of sides) searched.push(await openSearchSide(side));
    const samples = await measureSearches(searched, much);
    const [, large] = searched;
    const beside = large === undefined ? [] : await measureBeside(large, much.beside);
    const indexes = sizes.map((size) => [size, indexReport(join(folder, size))] as const);
    return report(searched, { samples, beside, indexes });
  } finally {
    for (const side of sides) await side.stop();
  }
}

interface Figures {
  readonly samples: readonly SearchSample[];
  readonly beside: readonly PlainSample[];
  readonly indexes: readonly (readonly [SizeName, IndexReport])[];
}

function report(sides: readonly SearchSide[], figures: Figures): BenchReport {
  const rows = searchers.flatMap((by) =>
    (sides[0]?.terms ?? []).filter((term) => asks(by, term)).map(({ title }) => rowOf(figures, title, by)),
  );
  return {
    name: "search",
    gates: rows.flatMap(gatesOf),
    lines: [
      ...figures.indexes.map(indexLine),
      "",
      `| term | who | rooms found, ${sizes.join(" / ")} | ${sizes[0]} p50 / p95 ms | ${sizes[1]} p50 / p95 ms | p95, times | partial | \`ilike\`: ms, rooms | full-text search \`simple\`: ms, rooms |`,
      "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
      ...rows.map(tableRow),
    ],
    figures: { rows: rows.map(figuresOf), indexes: figures.indexes },
  };
}

const figuresOf = ({ title, by, of, plain }: Row) => ({
  title,
  by,
  ...Object.fromEntries(
    sizes.map((size) => [size, { p50: of(size, "p50"), p95: of(size, "p95"), rooms: of(size, "rooms") }]),
  ),
  ilike: plain?.ilike,
  ownSearch: plain?.ownSearch,
});

type Row = ReturnType<typeof rowOf>;
function rowOf({ samples, beside }: Figures, title: string, by: Searcher) {
  const of = (size: SizeName, figure: "p50" | "p95" | "rooms" | "partial"): number =>
    median(
      samples.filter((one) => one.title === title && one.by === by && one.size === size).map((one) => one[figure]),
    );
  const plain = beside.find((one) => one.title === title && one.by === by);
  return { title, by, of, plain, ratio: of("large", "p95") / of("wide", "p95") };
}

const gatesOf = ({ title, by, of }: Row): readonly Gate[] =>
  searchGates(`p95 of ${title}, ${peopleNames[by]}`, of("wide", "p95"), of("large", "p95"));

const peopleNames: Readonly<Record<Searcher, string>> = { busy: "5,000 rooms", quiet: "20 rooms" };

function tableRow({ title, by, of, plain, ratio }: Row): string {
  const times = (size: SizeName): string => `${of(size, "p50").toFixed(1)} / ${of(size, "p95").toFixed(1)}`;
  const besideCell = (way: "ilike" | "ownSearch"): string =>
    plain === undefined ? "" : `${plain[way].ms.toFixed(0)}, ${plain[way].rooms}`;
  const cells = [
    title,
    peopleNames[by],
    sizes.map((size) => of(size, "rooms")).join(" / "),
    ...sizes.map(times),
    ratio.toFixed(2),
    `${(100 * of("large", "partial")).toFixed(0)} %`,
    besideCell("ilike"),
    besideCell("ownSearch"),
  ];
  return `| ${cells.join(" | ")} |`;
}

function indexLine([size, { seconds, bytes, chunks }]: Figures["indexes"][number]): string {
  const parts = Object.entries(bytes).map(([name, some]) => `\`${name}\` ${(some / 2 ** 20).toFixed(0)} MiB`);
  return `- ${size}: indexed in ${seconds} s as ${chunks} chunks: ${parts.join(", ")}`;
}
