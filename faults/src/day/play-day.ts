import { createClient } from "../clients/client.ts";
import { monoMs, sleep } from "../clock.ts";
import { recordDownloads } from "../files/read-files.ts";
import type { Random } from "../random.ts";
import { patienceMs } from "./calls.ts";
import type { Errand } from "./errand.ts";
import { type Deck, decks } from "./errands.ts";
import { type Resident, signIn, signOut } from "./residents.ts";
import type { Living, DayWorld } from "./day-world.ts";

export interface Day {
  readonly world: DayWorld;
  readonly number: number;
  readonly seconds: number;
  readonly random: Random;
  /** On the last day everybody catches up and reads everything again before leaving. */
  readonly isLast: boolean;
}

/** Mean pauses between a person's errands in a day of ten minutes, ms. On shorter days people hurry. */
const pauseMs = { customer: 12_000, staff: 5000 };
const [unhurriedSeconds, hurryMax] = [300, 4];
/** The share of the day, at its beginning, in which people arrive, and the share, at its end, in which they leave. */
const [comingShare, leavingShare] = [0.15, 0.1];

/** Lets everybody sign in, do errands and sign out. Returns what went wrong. */
export async function playDay(day: Day): Promise<readonly string[]> {
  const { world, seconds, random } = day;
  const troubles: string[] = [];
  const hurry = Math.min(hurryMax, Math.max(1, unhurriedSeconds / seconds));
  const deals = dealers(world, random.fork(`decks of day ${day.number}`));
  const startedAt = monoMs();
  const at = (share: number): number => startedAt + share * seconds * 1000;
  const people = [...world.customers, ...world.staff].map((resident) => {
    const dice = random.fork(`${resident.username} on day ${day.number}`);
    const [comes, leaves] = [at(dice.next() * comingShare), at(1 - dice.next() * leavingShare)];
    return { resident, dice, comes, leaves };
  });
  const began = await Promise.all(
    people.map(async ({ resident, dice, comes, leaves }) => {
      try {
        await sleep(comes - monoMs());
        const living = await begin(world, resident, dice, day.number);
        await live(living, world, { until: leaves, hurry, deal: deals(resident), troubles });
        if (!day.isLast) await end(living, world);
        return [living];
      } catch (error) {
        troubles.push(`${resident.username}: ${String(error)}`);
        return [];
      }
    }),
  );
  if (day.isLast) await lookThrough(world, began.flat());
  return troubles;
}

type Deal = () => Errand;

/** Deals errands. All people of a kind draw from one shuffled deck, so that even rare errands come up soon. */
function dealers({ staff }: DayWorld, random: Random): (resident: Resident) => Deal {
  const dealer = (deck: Deck): Deal => {
    let left: Errand[] = [];
    return () => {
      if (left.length === 0) left = deck.flatMap(([errand, times]) => Array<Errand>(times).fill(errand));
      return left.splice(random.below(left.length), 1)[0] ?? failing;
    };
  };
  const deals = { customer: dealer(decks.customer), staff: dealer(decks.staff), admin: dealer(decks.admin) };
  return (resident) =>
    resident === staff[0] ? deals.admin : resident.kind === "customer" ? deals.customer : deals.staff;
}

async function failing(): Promise<void> {
  throw new Error("the deck is empty");
}

async function begin(world: DayWorld, resident: Resident, random: Random, day: number): Promise<Living> {
  const { address, recorder } = world;
  const token = await signIn(address, resident);
  const { id, name, rooms, username } = resident;
  const proc = `${username} on day ${day}`;
  const person = { id, name, token };
  const client = createClient({ proc, person, rooms, address, recorder, random, timeoutMs: patienceMs });
  await client.start();
  const living: Living = { resident, client, random, asked: [] };
  world.present.set(id, living);
  return living;
}

interface Pace {
  readonly until: number;
  readonly hurry: number;
}

async function live(
  living: Living,
  world: DayWorld,
  { until, hurry, deal, troubles }: Pace & { readonly deal: Deal; readonly troubles: string[] },
): Promise<void> {
  const { resident, random, asked } = living;
  const attempt = async (errand: Errand): Promise<void> => {
    await errand(living, world).catch((error: unknown) => troubles.push(`${resident.username}: ${String(error)}`));
  };
  const mean = (resident.kind === "customer" ? pauseMs.customer : pauseMs.staff) / hurry;
  while (monoMs() < until || asked.length > 0) {
    await attempt(asked.shift() ?? deal());
    await sleep(Math.min(random.arrivalMs(1000 / mean), until - monoMs()));
  }
  // Since the last check of `asked` there was no await, so no errand can be added that nobody would run.
  world.present.delete(resident.id);
}

/** Ends a person's day. The server closes the connections of a session that ends. */
async function end({ client }: Living, { address }: DayWorld): Promise<void> {
  client.state.isStopped = true;
  await signOut(address, client.state.person.token);
  client.stop();
}

async function lookThrough(world: DayWorld, everybody: readonly Living[]): Promise<void> {
  const inBatches = async (work: (living: Living) => Promise<unknown>): Promise<void> => {
    for (let start = 0; start < everybody.length; start += 25)
      await Promise.all(everybody.slice(start, start + 25).map(work));
  };
  await inBatches(({ client }) => client.quiesce());
  await inBatches(({ client }) => client.reload());
  await inBatches(async ({ client, resident }) => {
    // Each room has one customer.
    if (resident.kind === "customer") for (const { id } of resident.rooms) await recordDownloads(client.state, id);
  });
  await inBatches((living) => end(living, world));
}
