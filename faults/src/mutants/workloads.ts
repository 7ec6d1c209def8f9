import { sleep } from "../clock.ts";
import { fileLoad } from "../files/file-load.ts";
import type { HistoryRun, Stage } from "../history-run.ts";
import { noteFault, type ReportNotes } from "../run.ts";
import type { Mutant } from "./mutant.ts";

type Workload = Omit<HistoryRun, "name" | "product">;

const people = 12;
const everyone = Array.from({ length: people }, (_, index) => index);

/** One room in which everybody writes, and some smaller ones. People come, go and lose their connections. */
const busy = (seconds: number): Workload => ({
  size: {
    rooms: 6,
    people,
    membersOf: (room) => (room === 0 ? everyone : [0, 1, 2, 3].map((step) => (room * 2 + step * 3) % people)),
    hasCustomer: true,
  },
  perSecond: 150,
  seconds,
  // A wrong count is noticed only if the last read stops short of the end: the reader's next message would correct it.
  readsPerMessage: 1,
  likesPerMessage: 0.3,
  takeOversPerMessage: 0.3,
  // Whenever somebody leaves or returns, the server looks up the recipients again, and order is lost most easily then.
  wanderingsPerMessage: 0.05,
  nemesis: (stage) => stumbleAround(stage, seconds),
});

/** A few rooms under steady load, while the server is killed about every two seconds. */
const killed = (seconds: number): Workload => ({
  size: { rooms: 10, people, membersOf: (room) => [0, 1, 2].map((step) => (room + step * 4) % people) },
  perSecond: 60,
  seconds,
  nemesis: (stage) => killAgain(stage, Math.floor(seconds / 2)),
});

const files = (seconds: number): Workload => fileLoad({ seconds, cutShare: 0.5 });

export const workloads: Readonly<Record<Mutant["workload"], (seconds: number) => Workload>> = { busy, killed, files };

/** The load for the unmutated product: that of `busy`, with kills after the disturbed connections. */
export const everything: Workload = {
  ...busy(8),
  async nemesis(stage) {
    const stumbled = await stumbleAround(stage, 4.5);
    return { ...stumbled, ...(await killAgain(stage, 2)) };
  },
};

async function stumbleAround({ clients, random, recorder }: Stage, seconds: number): Promise<ReportNotes> {
  const end = recorder.now() + (seconds - 0.5) * 1000;
  let stumbles = 0;
  for (; recorder.now() < end; stumbles += 1) {
    const client = random.pick(clients);
    await client.stumble(random.pick(client.state.rooms));
    await sleep(random.next() * 200);
  }
  return { stumbles };
}

async function killAgain({ product, recorder, random }: Stage, kills: number): Promise<ReportNotes> {
  for (let kill = 1; kill <= kills; kill += 1) {
    await sleep(1000 + random.next() * 1000);
    noteFault(recorder, `kill ${kill}`, "invoke");
    await product.crashAndRestart();
    noteFault(recorder, `kill ${kill}`);
  }
  return { kills };
}
