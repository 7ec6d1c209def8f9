import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../server/src/kernel/clock.ts";
import { silentLog } from "../../server/src/kernel/log.ts";
import { createAccountStore } from "../../server/src/participants/account-store.pg.ts";
import { openStorage } from "../../server/src/storage/open-storage.ts";
import type { BenchReport } from "./bench-report.ts";
import { thisTree } from "./subjects/cuplaj.ts";

const offersTotal = 100_000;
const customersTotal = 1000;
const linesOfOffer = 3;
const secondsMax = 60;

interface Import {
  readonly title: string;
  readonly seconds: number;
  /** The CPU time of the command and its PostgreSQL. */
  readonly cpuSeconds: number;
  readonly bytes: number;
}

/** Runs `cuplaj offers import` as operators do, including the start of PostgreSQL: first for new offers, then for the next version of each. */
export async function benchOffersImport(): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-import-"));
  // If root runs this, PostgreSQL runs as another user, who must be able to reach its folder.
  chmodSync(folder, 0o711);
  try {
    const dataDir = join(folder, "data");
    await addAccounts(dataDir);
    const imports: Import[] = [];
    for (const [title, version] of [
      ["new offers, each with its room", 1],
      ["the next version of each, with another price", 2],
    ] as const) {
      const file = join(folder, `version-${version}.csv`);
      await writeOffers(file, version);
      imports.push({ title, ...(await runImport(dataDir, file)), bytes: statSync(file).size });
    }
    return report(imports);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function addAccounts(dataDir: string): Promise<void> {
  const upgrade = async () => ({ waits: () => undefined, begins: () => Promise.resolve() });
  const open = { dataDir, databaseUrl: null, poolSize: 2, clock: systemClock, log: silentLog, hold: "alone" } as const;
  const storage = await openStorage({ ...open, upgrade });
  try {
    const accounts = createAccountStore(storage.pool);
    const add = async (username: string, kind: "erp" | "customer", role: string): Promise<void> =>
      void (await accounts.add({ username, name: username, kind, role, passwordHash: "none" }));
    await add("erp", "erp", "Program");
    for (let id = 0; id < customersTotal; id += 1) await add(`client${id}`, "customer", "Customer");
  } finally {
    await storage.close();
  }
}

/** Writes offers in the format that a Romanian Excel exports. */
async function writeOffers(path: string, version: number): Promise<void> {
  const out = createWriteStream(path);
  const columns = "oferta;versiune;stare;client;marca;model;an;motor;serie sasiu;nr inmatriculare;valabila pana la";
  out.write(
    `\uFEFF${columns};id linie;cod;producator;denumire;cantitate;pret unitar;cota tva;stoc;zile livrare;stare linie\r\n`,
  );
  for (let number = 1; number <= offersTotal; number += 1) {
    const client = `client${number % customersTotal}`;
    const offer = `${10_000 + number};${version};sent;${client};Škoda;Octavia;2014;2.0 TDI;TMBZZZ1Z8E${1_000_000 + number};B 12 ABC;31.12.2030`;
    const lines = Array.from({ length: linesOfOffer }, (_, index) => {
      const price = `${1 + (number % 9)}.${100 + version * 10 + index},50`;
      return `${offer};${index + 1};1K0 615 ${number % 1000} A${index};TRW;"Disc frână față, ventilat";${index + 1};${price};21;4;1;offered\r\n`;
    });
    if (!out.write(lines.join(""))) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
}

async function runImport(dataDir: string, file: string): Promise<Pick<Import, "seconds" | "cpuSeconds">> {
  const cpuBefore = endedChildrenCpuSeconds();
  const startedAt = performance.now();
  const words = [join(thisTree, "server/src/cuplaj.ts"), "offers", "import", file, "--as", "erp"];
  const child = spawn(process.execPath, words, {
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [exitCode] = await once(child, "close");
  if (exitCode !== 0) throw new Error("the import failed");
  return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: endedChildrenCpuSeconds() - cpuBefore };
}

/** The CPU time of exited descendants: fields 16 and 17 of `stat`, in hundredths of a second. */
function endedChildrenCpuSeconds(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function report(imports: readonly Import[]): BenchReport {
  const total = `${offersTotal.toLocaleString("en")} offers of ${linesOfOffer} lines`;
  return {
    name: "offers-import",
    gates: imports.map(({ title, seconds }) => ({
      title: `PERF-18: ${total}, ${title}`,
      value: seconds,
      limit: secondsMax,
      unit: "s",
    })),
    lines: [
      `${total} of ${customersTotal} customers from a CSV file, in one transaction.`,
      "",
      "| | MB | s | CPU s | offers a second |",
      "| --- | ---: | ---: | ---: | ---: |",
      ...imports.map(
        ({ title, seconds, cpuSeconds, bytes }) =>
          `| ${title} | ${(bytes / 1e6).toFixed(0)} | ${seconds.toFixed(1)} | ${cpuSeconds.toFixed(1)} | ${(offersTotal / seconds).toFixed(0)} |`,
      ),
    ],
    figures: imports,
  };
}
