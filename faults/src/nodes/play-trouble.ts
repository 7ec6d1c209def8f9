import { monoMs, sleep } from "../clock.ts";
import type { Stage } from "../history-run.ts";
import type { Person } from "../product/world.ts";
import { closings } from "../revocation/devices.ts";
import { noteFault } from "../run.ts";
import { atMost, exactly, type Finding, timesWithin } from "../tabs/finding.ts";
import { allowedAtOnce, type Bell, exhaust, type Leaver, openLeaver } from "./across-nodes.ts";
import { type Cluster, nodesCount } from "./cluster.ts";
import { timeTold } from "./told.ts";
import type { Trouble } from "./troubles.ts";

export interface Props {
  readonly stage: Stage;
  readonly cluster: Cluster;
  readonly bell: Bell;
  /** People without rooms, of whom each trouble takes some. */
  readonly spare: Person[];
}

/** ERR-3, AUTH-4: everybody is told, and every node knows of a sign-out, within this time. */
const toldMsMax = 2000;
/** The same for those who must connect again: two pauses between tries come first. */
const backMsMax = toldMsMax + 2000;
/** A node allows one more call every three seconds. */
const allowedMeanwhile = 2;

export async function playTrouble({ stage, cluster, bell, spare }: Props, trouble: Trouble): Promise<Finding[]> {
  const { recorder, context } = stage;
  const { doors } = cluster.balancer;
  const [leaving, taking, takingMeanwhile] = [spare.pop(), spare.pop(), spare.pop()];
  if (leaving === undefined || taking === undefined || takingMeanwhile === undefined) throw new Error("too few people");
  const leaver = await openLeaver(doors, leaving);
  await bell.ring();
  noteFault(recorder, trouble.title, "invoke");
  const beganAt = monoMs();
  const began = Promise.resolve(trouble.begin());
  const signedOut = sleep(Math.min(1000, trouble.forMs)).then(() => leaveAt(leaver, otherThan(trouble.victim)));
  await began;
  const meanwhile = trouble.forMs > toldMsMax * 5 ? await exhaust(doors, takingMeanwhile, cluster.pushServices) : null;
  await sleep(trouble.forMs);
  await trouble.end();
  const healedAt = monoMs();
  noteFault(recorder, trouble.title);
  const told = await timeTold(stage, healedAt);
  const left = await signedOut;
  // A page whose server dropped it while nothing could reach it learns so by its next ping.
  for (const tab of leaver.tabs) void tab.isAlive();
  const closed = await closings(leaver.tabs, toldMsMax);
  const late = closed.map((end, node) =>
    lateness(end?.at ?? Number.POSITIVE_INFINITY, node, { trouble, healedAt, left }),
  );
  const statuses = await leaver.statuses();
  const again = await bell.heard();
  const taken = await exhaust(doors, taking, cluster.pushServices);
  context.say(
    `${trouble.title}, ${Math.round((healedAt - beganAt) / 1000)} of ${Math.round((monoMs() - beganAt) / 1000)} s: told ${summary(told.connected)}, back ${summary(told.back)}, signed out ${summary(late)}, ` +
      `in between ${left.inBetween.join(" ")}, pushed again ${again}`,
  );
  const findings = [
    timesWithin("everybody connected is told after it", [0, ...told.connected], toldMsMax),
    timesWithin("everybody else is back after it", [0, ...told.back], backMsMax),
    timesWithin("the pages of who signed out close at each node", late, toldMsMax),
    exactly("nodes that take the old token 2 s after the sign-out", left.inBetween.filter(isGood).length, 0),
    exactly("nodes that refuse it after the end", statuses.filter((status) => status === 401).length, nodesCount),
    exactly("pushes that came again", again, 0),
    limited("after it", taken, 1),
    ...(meanwhile === null
      ? []
      : [limited("while it lasts", meanwhile, trouble.isWithoutRedis === true ? nodesCount : 1)]),
  ];
  return findings.map((finding) => ({ ...finding, what: `${trouble.title}: ${finding.what}` }));
}

interface Left {
  readonly at: number;
  /** What each node answers the old token 2 s later. */
  readonly inBetween: readonly number[];
}

async function leaveAt(leaver: Leaver, node: number): Promise<Left> {
  const at = await leaver.signOut(node);
  await sleep(toldMsMax);
  return { at, inBetween: await leaver.statuses() };
}

const otherThan = (victim: number | null): number => ((victim ?? 0) + 1) % nodesCount;

const isGood = (status: number): boolean => status >= 200 && status < 300;

/** A page at the victim may learn of it only after the end. */
function lateness(
  at: number,
  node: number,
  { trouble, healedAt, left }: { readonly trouble: Trouble; readonly healedAt: number; readonly left: Left },
): number {
  const from = trouble.victim === null || trouble.victim === node ? Math.max(left.at, healedAt) : left.at;
  return Math.max(0, at - from);
}

const limited = (when: string, allowed: number, factor: number): Finding =>
  atMost(
    `calls allowed ${when}, of ${nodesCount * allowedAtOnce}`,
    allowed,
    factor * (allowedAtOnce + allowedMeanwhile),
    "calls",
  );

const summary = (times: readonly number[]): string =>
  times.length === 0 ? "nobody" : `${times.length} in ${Math.round(Math.max(...times))} ms`;
