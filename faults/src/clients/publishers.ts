import { sleep } from "../clock.ts";
import type { Recorder } from "../history/recorder.ts";
import type { Random } from "../random.ts";
import type { Client } from "./client.ts";

/** How much is sent and by whom. */
export interface Load {
  readonly clients: readonly Client[];
  readonly perSecond: number;
  readonly seconds: number;
  readonly random: Random;
  readonly recorder: Recorder;
  /** Part of the sends that are repeated until answered; the rest is sent once. */
  readonly repeatedShare?: number;
  /** Read markers moved for each message sent: to the end or to somewhere before it. */
  readonly readsPerMessage?: number;
  /** Likes given or taken back for each message sent. */
  readonly likesPerMessage?: number;
  /** Rooms taken over or released for each message sent, where a customer writes. */
  readonly takeOversPerMessage?: number;
  /** Edits and deletions of own messages for each message sent. */
  readonly changesPerMessage?: number;
  /** Part of the messages that reply to another. */
  readonly replyShare?: number;
  /** Times that somebody leaves a room and comes back, for each message sent. */
  readonly wanderingsPerMessage?: number;
}

/**
 * Sends at chosen times whatever becomes of the sends before (an open loop): each client does one thing at a time, what comes
 * up meanwhile waits, and the wait counts. Resolves when everything was sent and answered or given up.
 */
export async function runPublishers(load: Load): Promise<void> {
  const { clients, perSecond, seconds, random, recorder, repeatedShare = 0.5, replyShare = 0.2 } = load;
  const queues = new Map<Client, Promise<unknown>>();
  const later: Later = (client, work) => {
    queues.set(client, (queues.get(client) ?? Promise.resolve()).then(work));
  };
  const start = recorder.now();
  for (let plannedAt = start; ;) {
    plannedAt += random.arrivalMs(perSecond);
    if (plannedAt > start + seconds * 1000) break;
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

/** What a client does in its turn. */
type Later = (client: Client, work: () => Promise<unknown>) => void;

/** What people do beside a message that is sent: read, like, take over, change what they wrote, leave and come back. */
function actBeside(load: Load, later: Later): void {
  const { clients, random, readsPerMessage = 0.2, likesPerMessage = 0.2, takeOversPerMessage = 0.2 } = load;
  const { changesPerMessage = 0.1, wanderingsPerMessage = 0.01 } = load;
  const sometimes = (perMessage: number, act: (client: Client) => () => Promise<unknown>): void => {
    if (random.next() >= perMessage) return;
    const client = random.pick(clients);
    later(client, act(client));
  };
  // What is left to chance is chosen here, not in the client's turn: the same seed makes the same load.
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

/** Events before the end at most where a read does not go to it: further back most have read already, and nothing would move. */
const readBackMax = 10;

/** Half of all reads go to the end; the others to somewhere shortly before it. */
async function readSomewhere(client: Client, chance: number): Promise<void> {
  const { rooms, logs } = client.state;
  const room = rooms[Math.floor(chance * 1000) % rooms.length];
  if (room === undefined) return;
  const cursor = logs.get(room.id)?.cursor() ?? 0;
  await client.read(room, chance < 0.5 ? null : Math.max(0, cursor - Math.floor((1 - chance) * 2 * readBackMax)));
}
