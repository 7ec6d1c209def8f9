import { startCrowd } from "../bystanders/crowd.ts";
import { judgePhases, runInTurn } from "../bystanders/phases.ts";
import { startProbe } from "../bystanders/probe.ts";
import { createRecorder } from "../history/recorder.ts";
import { startProduct } from "../product/product.ts";
import { seedWorld } from "../product/world.ts";
import type { FaultRun, RunContext } from "../run.ts";
import { exactly, type Finding } from "../tabs/finding.ts";
import { type Measured, reportFindings } from "../tabs/findings-report.ts";
import { findServer } from "../tabs/tab.ts";
import type { HostileCrowd, HostileTally } from "./crowd-process.ts";
import { attack } from "./misbehaviour.ts";

const rounds = 3;
const quietSeconds = 20;
const hostileSeconds = 60;
const crowdFile = new URL("./crowd-process.ts", import.meta.url);

/** LIM-1: anonymous strangers attack while other people are working. */
export const hostileSockets: FaultRun = {
  name: "hostile-sockets",
  about:
    "LIM-1: 2,000 hostile anonymous sockets from 20 addresses, six kinds of misbehaviour: memory, and what others feel",
  run: async (context) => reportFindings("hostile-sockets", await measure(context), context),
};

async function measure(context: RunContext): Promise<Measured> {
  const product = await startProduct({ settings: { LIMITS: "on" } });
  try {
    const membersOf = (room: number) => [0, 1, 2, 3].map((index) => room * 4 + index);
    const world = await seedWorld(product, createRecorder(), { rooms: 20, people: 80, membersOf });
    const server = await findServer(product.address);
    const probe = await startProbe(server, world.rooms);
    const tallies: HostileTally[] = [];
    const phases = await runInTurn({
      product,
      probe,
      rounds,
      quietSeconds,
      hostileSeconds: context.seconds ?? hostileSeconds,
      say: context.say,
      async press(seconds) {
        const crowd = await startCrowd<HostileCrowd>(crowdFile);
        const port = Number(new URL(product.address).port);
        tallies.push(...(await crowd({ port, appKey: server.appKey, seconds })));
      },
    }).finally(() => probe.close());
    return { findings: [...summarize(tallies), ...judgePhases(phases)], errorLines: product.errors };
  } finally {
    await product.stop();
  }
}

function summarize(tallies: readonly HostileTally[]): readonly Finding[] {
  const byKind = Map.groupBy(tallies, ({ kind }) => kind);
  const sum = (of: readonly HostileTally[], number: (tally: HostileTally) => number): number =>
    of.reduce((total, tally) => total + number(tally), 0);
  const summary = [...byKind].map(([kind, of]): Finding => {
    const ends = Map.groupBy(
      of.flatMap((tally) => Object.entries(tally.ends)),
      ([end]) => end,
    );
    const words = [...ends].map(([end, counts]) => `${end}: ${counts.reduce((total, [, count]) => total + count, 0)}`);
    return {
      what: `${kind}, in all phases`,
      measured: [
        `${sum(of, ({ connections }) => connections)} connections`,
        ...words,
        `open at the end: ${sum(of, ({ open }) => open)}`,
      ].join(", "),
      bound: "told, not bound",
      holds: true,
    };
  });
  const came = sum(tallies, ({ strangers }) => strangers);
  return [exactly(`strangers that came, in ${rounds} phases`, came, attack.sockets * rounds), ...summary];
}
