import { sleep } from "../clock.ts";
import { resultWithoutResets, runHistory, type Stage } from "../history-run.ts";
import { type FaultRun, noteFault, type ReportNotes } from "../run.ts";

const kills = 10;

export const crashLoop: FaultRun = {
  name: "crash-loop",
  about: "F1: 10 times kill -9 of the server at random moments under 50 messages/s",
  async run(context) {
    const { verdict } = await runHistory(
      {
        name: "crash-loop",
        // Each person belongs to several rooms, so that catching up covers more than one.
        size: {
          rooms: 20,
          people: 24,
          membersOf: (room) => [0, 1, 2, 3].map((step) => (room * 4 + step * 5) % 24),
          hasCustomer: true,
        },
        perSecond: 50,
        seconds: 24,
        nemesis: killAgainAndAgain,
      },
      context,
    );
    return resultWithoutResets(verdict);
  },
};

async function killAgainAndAgain({ product, recorder, random, context }: Stage): Promise<ReportNotes> {
  let slowestStart = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    await sleep(500 + random.next() * 1500);
    noteFault(recorder, `kill ${kill}`, "invoke");
    const startMs = await product.crashAndRestart();
    noteFault(recorder, `kill ${kill}`);
    slowestStart = Math.max(slowestStart, startMs);
    context.say(`kill ${kill} of ${kills}: back in ${startMs.toFixed(0)} ms`);
  }
  return { kills, "slowest start (ms)": Math.round(slowestStart) };
}
