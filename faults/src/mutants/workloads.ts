import { sleep } from "../clock.ts";
import type { HistoryRun, Stage } from "../history-run.ts";
import { noteFault, type ReportNotes } from "../run.ts";
import type { Mutant } from "./mutant.ts";

type Workload = Omit<HistoryRun, "name" | "product">;

const people = 12;
const everyone = Array.from({ length: people }, (_, index) => index);

/** A room that everybody writes into and some smaller ones, where people come and go and lose their connections. */
const busy: Workload = {
  size: {
    rooms: 6,
    people,
    membersOf: (room) => (room === 0 ? everyone : [0, 1, 2, 3].map((step) => (room * 2 + step * 3) % people)),
  },
  perSecond: 150,
  seconds: 5,
  // Where a person reads last, and not to the end, a wrong count stays to be seen; their own next message would right it.
  readsPerMessage: 1,
  // Who is told has to be looked up anew after each, which is where an order is most easily lost.
  wanderingsPerMessage: 0.05,
  nemesis: stumbleAround,
};

/** A few rooms under steady load while the server is killed twice. */
const killed: Workload = {
  size: { rooms: 10, people, membersOf: (room) => [0, 1, 2].map((step) => (room + step * 4) % people) },
  perSecond: 60,
  seconds: 5,
  nemesis: killTwice,
};

/** The loads under which mutants are tried. */
export const workloads: Readonly<Record<Mutant["workload"], Workload>> = { busy, killed };

async function stumbleAround({ clients, random, recorder }: Stage): Promise<ReportNotes> {
  const end = recorder.now() + 4500;
  let stumbles = 0;
  for (; recorder.now() < end; stumbles += 1) {
    const client = random.pick(clients);
    await client.stumble(random.pick(client.state.rooms));
    await sleep(random.next() * 200);
  }
  return { stumbles };
}

async function killTwice({ product, recorder, random }: Stage): Promise<ReportNotes> {
  for (const kill of [1, 2]) {
    await sleep(1000 + random.next() * 1000);
    noteFault(recorder, `kill ${kill}`, "invoke");
    await product.crashAndRestart();
    noteFault(recorder, `kill ${kill}`);
  }
  return { kills: 2 };
}
