import { tmpdir } from "node:os";
import { join } from "node:path";
import { growthSizes } from "../../server/src/testing/growth/growth-size.ts";
import type { BenchReport } from "./bench-report.ts";
import { growthPhases, type GrowthRoute, growthRoutes, type Round } from "./growth-routes.ts";
import { openSide, type Side } from "./growth-side.ts";
import { median } from "./median.ts";
import { percentile } from "./percentile.ts";
import { ensureSeeded, type SeedReport, type SizeName, sizeNames } from "./seed/seed-folder.ts";

/** PERF-7, PERF-7a: the highest p95 relative to the other database or the other route. */
const RATIO_MAX = 1.5;
const full = { rounds: 7, calls: 100 };
const quick = { rounds: 3, calls: 40 };

interface Sample {
  readonly title: string;
  readonly side: SizeName;
  /** The duration without contention. */
  readonly p10: number;
  readonly p50: number;
  readonly p95: number;
  readonly rows: number;
}

/** PERF-7: hot routes on 100,000 rooms (10,000,000 messages) against 1,000 rooms, or 5,000 for routes that go through all of a person's rooms. */
export async function benchGrowth(isQuick = false): Promise<BenchReport> {
  const folder = join(tmpdir(), "cuplaj-growth");
  const seeds: SeedReport[] = [];
  for (const name of sizeNames) seeds.push(await ensureSeeded(join(folder, name), name));
  const { rounds, calls } = isQuick ? quick : full;
  const sides: Side[] = [];
  const samples: Sample[] = [];
  try {
    for (const name of sizeNames) sides.push(await openSide(name, join(folder, name)));
    for (const routes of growthPhases) samples.push(...(await measurePhase(routes, sides, { rounds, calls })));
  } finally {
    for (const side of sides) await side.stop();
  }
  return report(samples, seeds, sides);
}

async function measurePhase(
  routes: readonly GrowthRoute[],
  sides: readonly Side[],
  { rounds, calls }: { readonly rounds: number; readonly calls: number },
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (let number = 0; number <= rounds; number += 1) {
    for (const side of sides) await side.readFiles();
    for (const route of routes) {
      const compared = sides.filter(({ name }) => name === "large" || name === smallerOf(route));
      const measured = await measure(route, compared, { number, rounds: rounds + 1, calls });
      const figures = measured.map(({ side, p50, p95 }) => `${side} p50 ${p50.toFixed(2)} p95 ${p95.toFixed(2)} ms`);
      console.log(`${number === 0 ? "warm-up" : `round ${number}`}: ${route.title}: ${figures.join(", ")}`);
      if (number > 0) samples.push(...measured);
    }
  }
  return samples;
}

const smallerOf = (route: GrowthRoute): SizeName => route.comparedWith ?? "small";

async function measure(route: GrowthRoute, sides: readonly Side[], round: Round): Promise<readonly Sample[]> {
  const runs = [];
  for (const side of sides) {
    runs.push({ side, calls: await route.calls(side, round), times: [] as number[], rows: [] as number[] });
  }
  // Alternates sides from call to call, so that noise affects both.
  for (let index = 0; index < round.calls; index += 1) {
    for (const { side, calls, times, rows } of index % 2 === 0 ? runs : runs.toReversed()) {
      const call = calls[index];
      if (call === undefined) throw new Error(`${route.title} has no call ${index}`);
      const { ms, body } = await side[route.by].call(call);
      times.push(ms);
      rows.push(route.rows(body));
    }
  }
  return runs.map(({ side, times, rows }) => ({
    title: route.title,
    side: side.name,
    p10: percentile(times, 0.1),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    rows: median(rows),
  }));
}

function report(samples: readonly Sample[], seeds: readonly SeedReport[], sides: readonly Side[]): BenchReport {
  const of = (title: string, side: SizeName, figure: "p10" | "p50" | "p95" | "rows"): number =>
    median(samples.filter((one) => one.title === title && one.side === side).map((one) => one[figure]));
  const ratio = (route: GrowthRoute): number =>
    of(route.title, "large", "p95") / of(route.title, smallerOf(route), "p95");
  const ratioBeside = (title: string, beside: string): number => of(title, "large", "p95") / of(beside, "large", "p95");
  return {
    name: "growth",
    gates: [
      ...growthRoutes
        .filter(({ ungated }) => ungated === undefined)
        .map((route) => ({
          title: `p95 of ${route.title}, large against ${smallerOf(route)}`,
          value: ratio(route),
          limit: RATIO_MAX,
          unit: "",
        })),
      ...growthRoutes.flatMap(({ title, beside }) =>
        beside === undefined
          ? []
          : [
              {
                title: `p95 of ${title} against ${beside}`,
                value: ratioBeside(title, beside),
                limit: RATIO_MAX,
                unit: "",
              },
            ],
      ),
    ],
    lines: [
      ...seeds.map(seedLine),
      ...sides.map(
        (side) =>
          `- ${side.name}: all/200 is page ${side.farListPage} of the list, chat/{long room}/10000 are pages from ${side.middlePage} on, the middle of the room`,
      ),
      ...growthRoutes.flatMap(({ title, ungated }) =>
        ungated === undefined ? [] : [`- ${title} has no gate: ${ungated}`],
      ),
      "",
      "| route | rows | small or wide p10 ms | p50 | p95 | large p10 ms | p50 | p95 | large / other p95 | p95 / that of the route beside it |",
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
      ...growthRoutes.map((route) => {
        const { title, beside } = route;
        const sizes = [smallerOf(route), "large"] as const;
        const [rows, largeRows] = sizes.map((side) => of(title, side, "rows"));
        const times = sizes.flatMap((side) =>
          (["p10", "p50", "p95"] as const).map((figure) => of(title, side, figure)),
        );
        const cells = [rows === largeRows ? rows : `${rows} and ${largeRows}`, ...times.map((ms) => ms.toFixed(2))];
        const besideCell = beside === undefined ? "" : `${ratioBeside(title, beside).toFixed(2)} (${beside})`;
        return `| ${title} | ${cells.join(" | ")} | ${ratio(route).toFixed(2)} | ${besideCell} |`;
      }),
    ],
    figures: { sizes: { small: growthSizes.small, wide: growthSizes.wide, large: growthSizes.large }, seeds, samples },
  };
}

function seedLine({ size, rows, bytes, seconds }: SeedReport): string {
  const counts = ["rooms", "messages", "actions", "room_events", "memberships"].map(
    (table) => `${rows[table]} ${table}`,
  );
  return `- ${size}: ${counts.join(", ")}; ${(bytes / 2 ** 20).toFixed(0)} MiB on disk, seeded in ${seconds} s`;
}
