import { resultWithoutResets, runHistory } from "../history-run.ts";
import type { FaultRun } from "../run.ts";

const members = 20;

/** MSG-5 at its hardest: 20 people write 500 messages a second in one room, and each must receive all of them in order. */
export const hotRoom: FaultRun = {
  name: "hot-room",
  about: "500 messages/s by 20 people in one room, no fault",
  async run(context) {
    const everyone = Array.from({ length: members }, (_, index) => index);
    const { verdict } = await runHistory(
      {
        name: "hot-room",
        size: { rooms: 1, people: members, membersOf: () => everyone },
        perSecond: 500,
        seconds: 20,
        readsPerMessage: 0.05,
        wanderingsPerMessage: 0,
      },
      context,
    );
    return resultWithoutResets(verdict);
  },
};
