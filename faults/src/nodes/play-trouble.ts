import { monoMs, sleep, until } from "../clock.ts";
import type { Stage } from "../history-run.ts";
import type { Person } from "../product/world.ts";
import { closings } from "../revocation/devices.ts";
import { noteFault } from "../run.ts";
import { atMost, exactly, type Finding, timesWithin } from "../tabs/finding.ts";
import { allowedAtOnce, exhaust, type Leaver, openLeaver, type PushRoom } from "./across-nodes.ts";
import { type Cluster, nodesCount } from "./cluster.ts";
import { timeKnown } from "./known-heads.ts";
import { hasShortRetries } from "./network.ts";
import type { Trouble } from "./troubles.ts";

export interface Props {
  readonly stage: Stage;
  readonly cluster: Cluster;
  readonly pushRoom: PushRoom;
  /** People without rooms. Each trouble uses some of them up. */
  readonly spare: Person[];
}

/** ERR-3, AUTH-4: how soon everybody connected must know the rooms' heads, and every node must know of a sign-out, ms. */
const knownMsMax = 2000;
/** The same limit for clients that have to reconnect, with time for two pauses between attempts, ms. */
const backMsMax = knownMsMax + 2000;
/** The most calls that may be allowed: another is allowed every three seconds, and the calls take a while. */
const allowedMax = allowedAtOnce + 2;
/** A node too busy to hear from Redis within 20 ms briefly counts by itself (LIM-2c), so all tries but one may exceed the limit. */
export const triesMax = 3;

export async function playTrouble({ stage, cluster, pushRoom, spare }: Props, trouble: Trouble): Promise<Finding[]> {
  const { recorder, context } = stage;
  const { entrances } = cluster.balancer;
  const take = (): Promise<number> => exhaust(entrances, next(spare), cluster.pushReceivers);
  const countExceeding = async (): Promise<number> => {
    let tries = 0;
    while (tries < triesMax && (await take()) > allowedMax) tries += 1;
    return tries;
  };
  const leaver = await openLeaver(entrances, next(spare), stage.random);
  await pushRoom.send();
  noteFault(recorder, trouble.title, "invoke");
  const began = Promise.resolve(trouble.begin());
  const signedOut = sleep(Math.min(1000, trouble.forMs)).then(() => leaveAt(leaver, otherThan(trouble.victim)));
  await began;
  const takenAlone = trouble.isWithoutRedis === true ? await take() : null;
  await sleep(trouble.forMs);
  await trouble.end();
  const healedAt = monoMs();
  noteFault(recorder, trouble.title);
  const known = await timeKnown(stage, healedAt);
  const left = await signedOut;
  // A page that its server dropped during a cut notices that at its next ping.
  for (const tab of leaver.tabs) void tab.isAlive();
  const closed = await closings(leaver.tabs, knownMsMax);
  const late = closed.map((end, node) => {
    const from = (trouble.victim ?? node) === node ? Math.max(left.at, healedAt) : left.at;
    return Math.max(0, (end?.at ?? Number.POSITIVE_INFINITY) - from);
  });
  await until(async () => (await leaver.statuses()).every((status) => status === 401), 10_000, "each node to refuse");
  const times = [
    timesWithin("everybody connected is told", known.connected, knownMsMax),
    ...(known.back.length === 0 ? [] : [timesWithin("everybody else is back", known.back, backMsMax)]),
    timesWithin("the pages of who signed out meanwhile close at each node", late, knownMsMax),
  ];
  const findings = [
    ...(trouble.losesPackets === true && !hasShortRetries ? [] : times),
    exactly("nodes that take the old token 2 s after the sign-out", left.inBetween.filter(isGood).length, 0),
    exactly("pushes that came again", await pushRoom.untilPushed(), 0),
    atMost(
      `tries after it in which more than ${allowedMax} calls are allowed`,
      await countExceeding(),
      triesMax - 1,
      "tries",
    ),
    ...(takenAlone === null
      ? []
      : [atMost("calls allowed while it lasts", takenAlone, nodesCount * allowedMax, "calls")]),
  ].map((finding) => ({ ...finding, what: `${trouble.title}: ${finding.what}` }));
  const count = findings.filter(({ holds }) => !holds).length;
  context.say(`${trouble.title}: ${count === 0 ? "all as it must be" : `${count} NOT as they must be`}`);
  return findings;
}

function next(spare: Person[]): Person {
  const person = spare.pop();
  if (person === undefined) throw new Error("too few people");
  return person;
}

interface Left {
  readonly at: number;
  /** The status that each node returns to a call with the old token 2 s later. */
  readonly inBetween: readonly number[];
}

async function leaveAt(leaver: Leaver, node: number): Promise<Left> {
  const at = await leaver.signOut(node);
  await sleep(knownMsMax);
  return { at, inBetween: await leaver.statuses() };
}

const otherThan = (victim: number | null): number => ((victim ?? 0) + 1) % nodesCount;

const isGood = (status: number): boolean => status >= 200 && status < 300;
