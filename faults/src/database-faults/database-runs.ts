import { join } from "node:path";
import { type HistoryRun, resultOf, runHistory, type Stage } from "../history-run.ts";
import type { FaultRun, ReportNotes, RunContext, RunResult } from "../run.ts";
import {
  type DatabaseUnderFault,
  freezeOnce,
  hangCommits,
  killConnections,
  restartAgainAndAgain,
} from "./database-nemesis.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { findSystemPostgres, startSystemPostgres } from "./system-postgres.ts";

type Nemesis = (stage: Stage, database: DatabaseUnderFault) => Promise<ReportNotes>;

/** F3: runs with the product's own PostgreSQL, and with an external one set by `DATABASE_URL`. */
export const databaseRuns: readonly FaultRun[] = [
  own("database-restart", "F3: the own PostgreSQL is ended at once, three times", 30, restartAgainAndAgain),
  own("database-freeze", "F3: the own PostgreSQL stands still for 20 s", 32, freezeOnce),
  own("commits-hang", "F3: commits of the own PostgreSQL hang for 12 s while reads answer", 25, hangCommits),
  own("connection-kills", "F3: connections to the database are ended at random for 15 s", 25, killConnections),
  {
    name: "external-database",
    about: "F3: restarts, a freeze and connection kills with a PostgreSQL by DATABASE_URL",
    run: runExternal,
  },
];

const load = {
  size: { rooms: 10, people: 16, membersOf: (room: number) => [0, 1, 2, 3].map((step) => (room * 3 + step * 5) % 16) },
  perSecond: 50,
  // A leave that was refused may still commit after the join that follows it.
  wanderingsPerMessage: 0,
  // Longer than any response may take, so that a hanging call is noticed.
  timeoutMs: 15_000,
};

function own(name: string, about: string, seconds: number, nemesis: Nemesis): FaultRun {
  return {
    name,
    about,
    run: (context) =>
      runAndJudge(
        {
          ...load,
          name,
          seconds,
          nemesis: (stage) => nemesis(stage, { dataFolder: join(stage.product.dataDir, "postgres"), start: null }),
        },
        context,
      ),
  };
}

async function runExternal(context: RunContext): Promise<RunResult> {
  const programs = findSystemPostgres();
  if (programs === null)
    return { kind: "skipped", why: "no PostgreSQL from 15 on is installed (apt-get install postgresql)" };
  const postgres = await startSystemPostgres(programs);
  const database = {
    dataFolder: postgres.dataFolder,
    async start() {
      await postgres.ended();
      await postgres.start();
    },
  };
  try {
    return await runAndJudge(
      {
        ...load,
        name: "external-database",
        seconds: 85,
        product: { dataDir: postgres.dataDir, settings: { DATABASE_URL: postgres.url } },
        nemesis: async (stage) => ({
          ...(await restartAgainAndAgain(stage, database)),
          ...(await freezeOnce(stage, database)),
          ...(await killConnections(stage)),
        }),
      },
      context,
    );
  } finally {
    await postgres.dispose();
  }
}

async function runAndJudge(run: HistoryRun, context: RunContext): Promise<RunResult> {
  let broken: readonly string[] = [];
  const judged = (stage: Stage): Promise<ReportNotes> => {
    const answers = judgeAnswers(stage.recorder.lines);
    ({ broken } = answers);
    const { refused, slowestMs, recoveryMs } = answers;
    context.say(
      `${refused} writes refused, slowest answer ${slowestMs} ms, last refusal ${recoveryMs} ms after a return`,
    );
    return Promise.resolve({
      "writes refused": refused,
      "slowest answer (ms)": slowestMs,
      "last refusal after a return (ms)": recoveryMs,
    });
  };
  const { verdict } = await runHistory({ ...run, afterwards: judged }, context);
  const result = resultOf(verdict);
  if (result.kind === "passed" && broken.length > 0) return { kind: "failed", why: broken.slice(0, 5).join("; ") };
  return result;
}
