import { type Canary, searchLog } from "../canaries/canary.ts";
import { plantCanaries, secretSettings } from "../canaries/plant-canaries.ts";
import { resultWithoutResets, runHistory } from "../history-run.ts";
import type { Product } from "../product/product.ts";
import type { FaultRun, RunContext, RunResult } from "../run.ts";

export const smoke: FaultRun = {
  name: "smoke",
  about: "L0: 60 s, 50 rooms, 250 sockets, 20 messages/s, no fault; no secret in the log of it all",
  async run(context) {
    const secrets = secretSettings();
    const whole: { canaries: readonly Canary[]; product: Product | null } = { canaries: [], product: null };
    const { verdict, report } = await runHistory(
      {
        name: "smoke",
        size: { rooms: 50, people: 250, membersOf: (room) => [0, 1, 2, 3, 4].map((index) => room * 5 + index) },
        perSecond: 20,
        seconds: 60,
        product: { settings: secrets.settings },
        async nemesis({ product, world }) {
          whole.product = product;
          whole.canaries = await plantCanaries(product, world, secrets);
          return { "secrets planted": whole.canaries.length };
        },
      },
      context,
    );
    context.say(`ack p99 ${report.figures.ack.p99} ms (aim: at most 250 ms)`);
    const found = judgeLog(whole.product?.log() ?? "", whole.canaries, context);
    if (found !== null) return found;
    const calls = [report.figures.calls.publish, report.figures.calls.read, report.figures.calls.sync];
    const unanswered = calls.reduce((sum, tally) => sum + (tally === undefined ? 0 : tally.fail + tally.info), 0);
    if (unanswered > 0)
      return { kind: "failed", why: `${unanswered} calls were not answered 2xx though nothing was wrong` };
    const [errorLine] = report.errorLines;
    if (errorLine !== undefined) return { kind: "failed", why: `the server logged an error: ${errorLine}` };
    return resultWithoutResets(verdict);
  },
};

/** SEC-12: searches the log for canaries. The server must have ended, so that its log is complete. */
function judgeLog(log: string, canaries: readonly Canary[], { say }: RunContext): RunResult | null {
  const findings = searchLog(log, canaries);
  for (const { what, measured, bound, holds } of findings)
    say(`${holds ? "ok  " : "FAIL"} ${what}: ${measured} (${bound})`);
  const wrong = findings.filter(({ holds }) => !holds);
  return wrong.length === 0
    ? null
    : { kind: "failed", why: wrong.map(({ what, measured }) => `${what}: ${measured}`).join("; ") };
}
