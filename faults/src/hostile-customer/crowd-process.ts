import { takeOrder, yieldToOthers } from "../bystanders/crowd.ts";
import { monoMs } from "../clock.ts";
import { type Tally, type Target, workOn } from "./asker.ts";
import { attack, type Grounds, jobsOf } from "./jobs.ts";

interface CustomerOrder {
  readonly target: Target;
  readonly grounds: Grounds;
  readonly seconds: number;
}

export interface JobTally {
  readonly kind: string;
  readonly connections: number;
  readonly answers: Tally;
}

export interface CustomerCrowd {
  readonly order: CustomerOrder;
  readonly answer: readonly JobTally[];
}

takeOrder<CustomerCrowd>(async ({ target, grounds, seconds }) => {
  yieldToOthers();
  const end = monoMs() + seconds * 1000;
  return await Promise.all(
    jobsOf(grounds).map(async (job) => {
      const answers: Tally = {};
      let turn = 0;
      const workers = Array.from({ length: job.connections }, (_, index) =>
        workOn({
          target,
          job,
          tally: answers,
          isFast: index < attack.atFullSpeed,
          nextTurn: () => (turn += 1),
          isOver: () => monoMs() > end,
        }),
      );
      await Promise.all(workers);
      return { kind: job.kind, connections: job.connections, answers };
    }),
  );
});
