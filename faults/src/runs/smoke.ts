import { resultWithoutResets, runHistory } from "../history-run.ts";
import type { FaultRun } from "../run.ts";

/** L0: an ordinary minute: 250 sockets in 50 rooms, 20 messages a second, and nothing is done to anybody. */
export const smoke: FaultRun = {
  name: "smoke",
  about: "L0: 60 s, 50 rooms, 250 sockets, 20 messages/s, no fault",
  isInTests: true,
  async run(context) {
    const { verdict, report } = await runHistory(
      {
        name: "smoke",
        size: { rooms: 50, people: 250, membersOf: (room) => [0, 1, 2, 3, 4].map((place) => room * 5 + place) },
        perSecond: 20,
        seconds: 60,
      },
      context,
    );
    context.say(`ack p99 ${report.figures.ack.p99} ms (aim: at most 250 ms)`);
    const calls = [report.figures.calls.publish, report.figures.calls.read, report.figures.calls.sync];
    const unanswered = calls.reduce((sum, tally) => sum + (tally === undefined ? 0 : tally.fail + tally.info), 0);
    if (unanswered > 0)
      return { kind: "failed", why: `${unanswered} calls were not answered 2xx though nothing was wrong` };
    const [errorLine] = report.errorLines;
    if (errorLine !== undefined) return { kind: "failed", why: `the server logged an error: ${errorLine}` };
    return resultWithoutResets(verdict);
  },
};
