import { takeOrder, yieldToOthers } from "../bystanders/crowd.ts";
import { every, monoMs, sleep } from "../clock.ts";
import { attack, type Misbehaviour, misbehaviours, tickMs } from "./misbehaviour.ts";
import { type Target, type End, knock, type RawConnection } from "./raw-connection.ts";

/** The number of parts into which a tick is divided. */
const parts = 10;

interface HostileOrder {
  readonly port: number;
  readonly appKey: string;
  readonly seconds: number;
}

export interface HostileTally {
  readonly kind: string;
  readonly strangers: number;
  readonly connections: number;
  readonly ends: Readonly<Record<End, number>>;
  /** How many sockets are still connected at the end. */
  readonly open: number;
}

export interface HostileCrowd {
  readonly order: HostileOrder;
  readonly answer: readonly HostileTally[];
}

interface Stranger {
  readonly target: Target;
  readonly misbehaviour: Misbehaviour;
  connections: number;
  open: { readonly connection: RawConnection; readonly tick: () => void } | null;
  comesAt: number;
}

takeOrder<HostileCrowd>(async ({ port, appKey, seconds }) => {
  yieldToOthers();
  const ends = new Map<string, Record<End, number>>(misbehaviours.map(({ kind }) => [kind, {}]));
  const strangers = Array.from({ length: attack.sockets }, (_, index): Stranger => {
    const from = `127.0.0.${2 + (index % attack.addresses)}`;
    const misbehaviour = misbehaviours[Math.floor(index / attack.addresses) % misbehaviours.length];
    if (misbehaviour === undefined) throw new Error("there is nothing to do for a stranger");
    return { target: { port, appKey, from }, misbehaviour, connections: 0, open: null, comesAt: index };
  });
  const begin = monoMs();
  const now = (): number => monoMs() - begin;
  // Each stranger acts in one part of the tick, so that they do not act in step.
  let part = 0;
  const stop = every(tickMs / parts, () => {
    part = (part + 1) % parts;
    for (let index = part; index < strangers.length; index += parts) {
      const stranger = strangers[index];
      if (stranger === undefined) continue;
      if (stranger.open !== null) stranger.open.tick();
      else if (now() >= stranger.comesAt) come(stranger, now, ends.get(stranger.misbehaviour.kind) ?? {});
    }
  });
  await sleep(seconds * 1000);
  stop();
  const tallies = misbehaviours.map(({ kind }) => {
    const all = strangers.filter(({ misbehaviour }) => misbehaviour.kind === kind);
    return {
      kind,
      strangers: all.filter(({ connections }) => connections > 0).length,
      connections: all.reduce((sum, { connections }) => sum + connections, 0),
      ends: { ...ends.get(kind) },
      open: all.filter(({ open }) => open !== null).length,
    };
  });
  for (const { open } of strangers) open?.connection.destroy();
  return tallies;
});

function come(stranger: Stranger, now: () => number, ends: Record<End, number>): void {
  const begun = stranger.misbehaviour.begin(stranger.target, stranger.connections);
  stranger.connections += 1;
  const connection = knock(stranger.target, {
    ...(begun.holdsOn === undefined ? {} : { holdsOn: begun.holdsOn }),
    onOpen: begun.onOpen,
    onAnswer: (connection, status) => begun.onAnswer?.(connection, status),
    onEnd(end) {
      ends[end] = (ends[end] ?? 0) + 1;
      stranger.open = null;
      stranger.comesAt = now() + attack.comesAgainMs * (0.5 + Math.random());
    },
  });
  stranger.open = { connection, tick: () => begun.tick?.(connection) };
}
