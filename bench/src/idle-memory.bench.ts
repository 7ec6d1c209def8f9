import type { BenchReport } from "./bench-report.ts";
import { Loader } from "./loader/loader.ts";
import { median } from "./median.ts";
import { residentBytes } from "./process-usage.ts";
import { startSubject } from "./subjects/start-subject.ts";
import type { Subject, SubjectName } from "./subjects/subject.ts";

const ROUNDS = 3;
const SOCKETS = 5000;
const MEASURED: readonly SubjectName[] = ["cuplaj", "soketi", "plain-ws"];

/** PERF-3: the most memory that an idle subscribed socket may take, KiB. */
const KIB_PER_SOCKET_MAX = 12;

export type Memory = { readonly emptyKib: number; readonly fullKib: number; readonly kibPerSocket: number };

/** PERF-3: the resident memory of each idle subscribed socket, not counting that of the empty server. */
export async function benchIdleMemory(): Promise<BenchReport> {
  const rounds: { name: SubjectName; memory: Memory }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of MEASURED) {
      const memory = await measureMemory(() => startSubject(name));
      console.log(`round ${round + 1}: ${name} ${memory.kibPerSocket.toFixed(1)} KiB per socket`);
      rounds.push({ name, memory });
    }
  }
  const medianOf = (name: SubjectName, figure: keyof Memory): number =>
    median(rounds.filter((round) => round.name === name).map((round) => round.memory[figure]));
  return {
    name: "idle-memory",
    gates: [
      {
        title: `resident memory of an idle subscribed socket at ${SOCKETS} sockets`,
        value: medianOf("cuplaj", "kibPerSocket"),
        limit: KIB_PER_SOCKET_MAX,
        unit: "KiB",
      },
    ],
    lines: [
      "| server | empty MiB | with 5,000 sockets MiB | KiB per socket |",
      "| --- | ---: | ---: | ---: |",
      ...MEASURED.map((name) => {
        const [empty, full] = [medianOf(name, "emptyKib") / 1024, medianOf(name, "fullKib") / 1024];
        return `| ${name} | ${empty.toFixed(1)} | ${full.toFixed(1)} | ${medianOf(name, "kibPerSocket").toFixed(1)} |`;
      }),
    ],
    figures: rounds,
  };
}

/** Starts a server, opens `openBefore` sockets, and measures those opened after them. */
export async function measureMemory(start: () => Promise<Subject>, openBefore = 0): Promise<Memory> {
  const subject = await start();
  const loader = new Loader();
  const open = async (name: string, sockets: number): Promise<void> => {
    await loader.open(name, subject.port, sockets);
    await subject.collectGarbage();
    // Makes sure that no socket was dropped, since that would look frugal.
    await loader.keepAlive(name);
    await subject.collectGarbage();
  };
  try {
    await subject.collectGarbage();
    if (openBefore > 0) await open("before", openBefore);
    const emptyKib = residentBytes(subject.pid) / 1024;
    await open(subject.name, SOCKETS);
    const fullKib = residentBytes(subject.pid) / 1024;
    return { emptyKib, fullKib, kibPerSocket: (fullKib - emptyKib) / SOCKETS };
  } finally {
    loader.stop();
    await subject.stop();
  }
}
