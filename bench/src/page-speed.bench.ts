import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchReport } from "./bench-report.ts";
import { openSide, type Side } from "./growth-side.ts";
import { median } from "./median.ts";
import {
  measureBusyRoom,
  measureLongList,
  measureLongRoom,
  measureMemory,
  measureSwitches,
} from "./page-speed/measures.ts";
import { type Interactions, medianAndLongest } from "./page-speed/interactions.ts";
import { cpuSlowdown, openOperator } from "./page-speed/operator.ts";
import { measurePhotos } from "./page-speed/photo.ts";
import { ensureSeeded } from "./seed/seed-folder.ts";
import { startCuplaj, thisTree } from "./subjects/cuplaj.ts";

/** PERF-12, ATT-7: limits in ms, except for `memoryGrowthMax`, which is a ratio. */
const inpMax = 100;
const warmSwitchMax = 100;
const memoryGrowthMax = 1.1;
const photoMax = 2000;

const whole = { seconds: 30, switches: 15, screens: 60, rooms: 50, photos: 7 };
const short = { seconds: 8, switches: 5, screens: 12, rooms: 15, photos: 3 };

/** Measures on a slow device, with an operator who has 5,000 conversations, a conversation of 1,000,000 messages, and 12 MP photos. */
export async function benchPageSpeed(isQuick: boolean): Promise<BenchReport> {
  const much = isQuick ? short : whole;
  execFileSync("npm", ["run", "build"], { cwd: thisTree, stdio: ["ignore", "ignore", "inherit"] });
  const used = await measureRooms(much);
  return reportOf({ ...used, photos: await takePhotos(much.photos) });
}

async function measureRooms(much: typeof whole) {
  const folder = join(tmpdir(), "cuplaj-growth", "large");
  await ensureSeeded(folder, "large");
  const side = await openSide("large", folder);
  try {
    await side.readFiles();
    const operator = await openOperator(side.port);
    const { page } = operator;
    try {
      const cold = await measureSwitches(operator, much.switches);
      const warm = await measureSwitches(operator, much.switches);
      const memory = await measureMemory(operator, much.rooms);
      const list = await measureLongList(operator, much.screens);
      await page.goto(`http://127.0.0.1:${side.port}/view/${await roomName(side)}`);
      await page.getByRole("article").last().waitFor();
      const busy = await measureBusyRoom(operator, { ...much, room: side.longRoom, colleague: side.colleague });
      const long = await measureLongRoom(operator, much.screens);
      return { cold, warm, memory, list, busy, long };
    } finally {
      await operator.stop();
    }
  } finally {
    await side.stop();
  }
}

async function roomName({ busy, longRoom }: Side): Promise<string> {
  const { body } = await busy.call({ method: "GET", path: `/chat/${longRoom}` });
  const { chats } = body as { chats: { name: string }[] };
  return chats[0]?.name ?? "";
}

async function takePhotos(times: number): Promise<readonly number[]> {
  const subject = await startCuplaj(thisTree, { DEMO: "1" });
  try {
    return await measurePhotos(`http://127.0.0.1:${subject.port}`, times);
  } finally {
    await subject.stop();
  }
}

type Figures = Awaited<ReturnType<typeof measureRooms>> & { readonly photos: readonly number[] };

function reportOf(figures: Figures): BenchReport {
  const { cold, warm, memory, list, busy, long, photos } = figures;
  const [, first = 0, second = 0] = memory;
  const mib = memory.map((bytes) => (bytes / 1024 / 1024).toFixed(1)).join(", ");
  const row = (title: string, { count, inpMs, worstMs }: Interactions): string =>
    `| ${title} (${count}) | ${inpMs.toFixed(0)} | ${worstMs.toFixed(0)} |`;
  return {
    name: "page-speed",
    gates: [
      { title: "INP with 20 messages a second arriving", value: busy.inpMs, limit: inpMax, unit: "ms" },
      { title: "switch to a room that was open before, median", value: median(warm), limit: warmSwitchMax, unit: "ms" },
      {
        title: "memory after the same rooms again, beside the first time",
        value: second / first,
        limit: memoryGrowthMax,
        unit: "",
      },
      { title: "a photo of 12 MP ready to be sent, median", value: median(photos), limit: photoMax, unit: "ms" },
    ],
    lines: [
      `Chromium with its processor slowed ${cpuSlowdown} times; 5,000 rooms in the list, ${busy.arrived} messages came while interactions were timed.`,
      "",
      "| interactions | INP ms | longest ms |",
      "| --- | ---: | ---: |",
      row("with 20 messages a second arriving", busy),
      row("down the list of 5,000 rooms", list),
      row("up a room of 1,000,000 messages", long),
      "",
      "| from the press to the paint | median ms | longest ms |",
      "| --- | ---: | ---: |",
      `| room opened for the first time | ${medianAndLongest(cold)} |`,
      `| room that was open before | ${medianAndLongest(warm)} |`,
      `| photo of 12 MP, chosen to ready (all processes slowed) | ${medianAndLongest(photos)} |`,
      "",
      `The page's heap before, after the rooms were opened in turn, and after they were again: ${mib} MiB. At most ${long.rowsMax} messages of the long room were in the page.`,
    ],
    figures,
  };
}
