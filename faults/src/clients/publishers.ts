import { sleep } from "../clock.ts";
import type { Recorder } from "../history/recorder.ts";
import type { Random } from "../random.ts";
import type { Client } from "./client.ts";

/** The load of a run. Shares are between 0 and 1. */
export interface Load {
  readonly clients: readonly Client[];
  readonly perSecond: number;
  /** How long the load lasts; null means until `ended` resolves. */
  readonly seconds: number | null;
  readonly ended: Promise<void>;
  readonly random: Random;
  readonly recorder: Recorder;
  /** The share of sends that are retried until they get a response. The others are sent once. */
  readonly repeatedShare?: number;
  /** How many read markers are moved per message, to the end or to shortly before it. */
  readonly readsPerMessage?: number;
  readonly likesPerMessage?: number;
  /** How many take-overs and releases there are per message, if a customer writes too. */
  readonly takeOversPerMessage?: number;
  readonly changesPerMessage?: number;
  readonly replyShare?: number;
  /** How often, per message, somebody leaves a room and comes back. */
  readonly wanderingsPerMessage?: number;
}

/**
 * Sends in an open loop: at planned times, regardless of earlier sends. A client does one thing at a time, and waiting for its turn counts as
 * latency. Resolves once every send has got a response or was given up.
 */
export async function runPublishers(load: Load): Promise<void> {
  const { clients, perSecond, seconds, random, recorder, repeatedShare = 0.5, replyShare = 0.2 } = load;
  const queues = new Map<Client, Promise<unknown>>();
  const later: Later = (client, work) => {
    queues.set(client, (queues.get(client) ?? Promise.resolve()).then(work));
  };
  const start = recorder.now();
  let endAt = seconds === null ? Number.POSITIVE_INFINITY : start + seconds * 1000;
  if (seconds === null) void load.ended.then(() => (endAt = 0));
  for (let plannedAt = start; ;) {
    plannedAt += random.arrivalMs(perSecond);
    if (plannedAt > endAt) break;
    await sleep(plannedAt - recorder.now());
    const client = random.pick(clients);
    const room = random.pick(client.state.rooms);
    const isRepeated = random.next() < repeatedShare;
    const isReply = random.next() < replyShare;
    const at = plannedAt;
    later(client, () => client.publish({ room, plannedAt: at, isRepeated, isReply }));
    actBeside(load, later);
  }
  await Promise.all(queues.values());
}

type Later = (client: Client, work: () => Promise<unknown>) => void;

function actBeside(load: Load, later: Later): void {
  const { clients, random, readsPerMessage = 0.2, likesPerMessage = 0.2, takeOversPerMessage = 0.2 } = load;
  const { changesPerMessage = 0.1, wanderingsPerMessage = 0.01 } = load;
  const sometimes = (perMessage: number, act: (client: Client) => () => Promise<unknown>): void => {
    if (random.next() >= perMessage) return;
    const client = random.pick(clients);
    later(client, act(client));
  };
  // Draws random numbers here and not in the client's turn, so that a seed always produces the same load.
  sometimes(readsPerMessage, (reader) => {
    const chance = random.next();
    return () => readSomewhere(reader, chance);
  });
  sometimes(likesPerMessage, (liker) => {
    const isLiked = random.next() < 0.6;
    return () => liker.like(isLiked);
  });
  sometimes(takeOversPerMessage, (taker) => {
    const isTaken = random.next() < 0.7;
    return () => taker.takeOver(isTaken);
  });
  sometimes(changesPerMessage, (author) => {
    const what = random.next() < 0.7 ? "edit" : "delete";
    return () => author.change(what);
  });
  sometimes(wanderingsPerMessage, (wanderer) => {
    const left = random.pick(wanderer.state.rooms);
    return () => wanderer.wander(left);
  });
}

/** How far before the end a read may go. If it went further back, the marker would hardly ever move. */
const readBackMax = 10;

/** Reads a random room: in half of the cases to the end, in the others to shortly before it. */
async function readSomewhere(client: Client, chance: number): Promise<void> {
  const { rooms, logs } = client.state;
  const room = rooms[Math.floor(chance * 1000) % rooms.length];
  if (room === undefined) return;
  const cursor = logs.get(room.id)?.cursor() ?? 0;
  await client.read(room, chance < 0.5 ? null : Math.max(0, cursor - Math.floor((1 - chance) * 2 * readBackMax)));
}
