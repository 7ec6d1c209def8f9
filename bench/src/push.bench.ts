import pg from "pg";
import type { BenchReport } from "./bench-report.ts";
import { ChildProgram } from "./durable-sends/child-program.ts";
import { manyRooms } from "./durable-sends/workload.ts";
import { type WorkloadRun, WorkloadStage } from "./durable-sends/workload-stage.ts";
import { median } from "./median.ts";
import { publishOnce } from "./publish-once.ts";
import { pushGates } from "./push/push-gates.ts";
import type { LibraryCommand, LibraryReport, ReceiverCommand, ReceiverReport } from "./push/push-messages.ts";
import { type PushRoom, seedBrowsers } from "./push/seed-browsers.ts";

const room: PushRoom = { offer: 99_001, people: 1000, browsersEach: 10, writer: 1 };
const pushes = room.people * room.browsersEach;
const sendsPerSecond = 50;

interface Round {
  readonly library: LibraryReport;
  readonly pushed: ReceiverReport;
  readonly meanwhile: WorkloadRun;
  readonly without: WorkloadRun;
}

interface PushStage {
  readonly stage: WorkloadStage;
  readonly receiver: ChildProgram<ReceiverCommand, ReceiverReport>;
  readonly library: ChildProgram<LibraryCommand, LibraryReport>;
  readonly roomId: number;
}

/** PERF-19: pushes a message in a room of 1,000 members to 10,000 browsers, while other people send in other rooms. */
export async function benchPush(isQuick: boolean): Promise<BenchReport> {
  const [rounds, seconds] = isQuick ? [1, 8] : [5, 12];
  const receiver = new ChildProgram<ReceiverCommand, ReceiverReport>(
    new URL("./push/push-receiver-process.ts", import.meta.url).href,
  );
  const library = new ChildProgram<LibraryCommand, LibraryReport>(
    new URL("./push/library-process.ts", import.meta.url).href,
  );
  const { port } = await receiver.ask({ kind: "open" });
  const settings = { PUSH_ENDPOINTS: "loopback", PUSH_DELAY_SECONDS: "1" };
  const stage = await WorkloadStage.open(manyRooms, undefined, settings);
  try {
    const client = new pg.Client(stage.database.address);
    await client.connect();
    const roomId = await seedBrowsers(client, room, port);
    await client.end();
    const measured: Round[] = [];
    for (let round = 0; round <= rounds; round += 1)
      measured.push(await measure({ stage, receiver, library, roomId }, seconds));
    return report(measured.slice(1));
  } finally {
    await stage.close();
    receiver.stop();
    library.stop();
  }
}

async function measure({ stage, receiver, library, roomId }: PushStage, seconds: number): Promise<Round> {
  const send = () => stage.run(stage.plan.senders, { kind: "open", perSecond: sendsPerSecond, seconds });
  const alone = await library.ask({ pushes: 3000 });
  const without = await send();
  await publishOnce(stage.port, roomId, room.writer);
  const arrived = receiver.ask({ kind: "await", pushes });
  const meanwhile = await send();
  const pushed = await arrived;
  if (pushed.pushes !== pushes) throw new Error(`${pushed.pushes} of ${pushes} pushes arrived`);
  const round = { library: alone, pushed, meanwhile, without };
  console.log(
    `pushed ${perSecond(round).toFixed(0)}/s, the library ${alone.perSecond.toFixed(0)}/s: ${libraryRatio(round).toFixed(2)}; ` +
      `p99 of sends ${meanwhile.sent.p99Ms.toFixed(1)} ms, without ${without.sent.p99Ms.toFixed(1)} ms`,
  );
  return round;
}

const perSecond = ({ pushed }: Round): number => (pushed.pushes * 1000) / (pushed.lastAtMs - pushed.firstAtMs);
const libraryRatio = (round: Round): number => perSecond(round) / round.library.perSecond;
const sendsRatio = ({ meanwhile, without }: Round): number => meanwhile.sent.p99Ms / without.sent.p99Ms;

function report(rounds: readonly Round[]): BenchReport {
  const medianOf = (of: (round: Round) => number, digits = 0): string => median(rounds.map(of)).toFixed(digits);
  return {
    name: "push",
    gates: pushGates(rounds.map(libraryRatio), rounds.map(sendsRatio)),
    lines: [
      `| one message to ${room.people} people with ${room.browsersEach} browsers each | a second |`,
      "| --- | ---: |",
      `| pushed, from the first to the last that arrived | ${medianOf(perSecond)} |`,
      `| made by the library alone, and not sent | ${medianOf(({ library }) => library.perSecond)} |`,
      "",
      `| ${sendsPerSecond} sends a second in other rooms | p50 ms | p99 ms |`,
      "| --- | ---: | ---: |",
      `| while pushes are sent | ${medianOf(({ meanwhile }) => meanwhile.sent.p50Ms, 1)} | ${medianOf(({ meanwhile }) => meanwhile.sent.p99Ms, 1)} |`,
      `| without | ${medianOf(({ without }) => without.sent.p50Ms, 1)} | ${medianOf(({ without }) => without.sent.p99Ms, 1)} |`,
    ],
    figures: { rounds, libraryRatios: rounds.map(libraryRatio), sendsRatios: rounds.map(sendsRatio) },
  };
}
