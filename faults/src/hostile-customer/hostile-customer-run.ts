import { startCrowd } from "../bystanders/crowd.ts";
import { judgePhases, runInTurn } from "../bystanders/phases.ts";
import { startProbe } from "../bystanders/probe.ts";
import { monoMs, sleep } from "../clock.ts";
import { createCaller } from "../clients/http-caller.ts";
import { createRecorder } from "../history/recorder.ts";
import { type Product, startProduct } from "../product/product.ts";
import { type Person, type SeededRoom, seedWorld, signInCustomer } from "../product/world.ts";
import type { FaultRun, RunContext } from "../run.ts";
import { exactly, type Finding } from "../tabs/finding.ts";
import { type Measured, reportFindings } from "../tabs/findings-report.ts";
import { quantile } from "../tabs/spread.ts";
import { findServer } from "../tabs/tab.ts";
import type { CustomerCrowd, JobTally } from "./crowd-process.ts";
import { type Grounds, longText } from "./jobs.ts";

const rounds = 3;
const quietSeconds = 20;
const hostileSeconds = 60;
const connections = 500;
const [probedRooms, ownRooms, fullRooms] = [20, 6, 4];
const messagesPerRoom = 500;
const crowdFile = new URL("./crowd-process.ts", import.meta.url);

export const hostileCustomer: FaultRun = {
  name: "hostile-customer",
  about: "LIM-1: one customer with 500 connections doing the most expensive things: memory, and what others feel",
  run: async (context) => reportFindings("hostile-customer", await measure(context), context),
};

async function measure(context: RunContext): Promise<Measured> {
  // Rate limits are off at first: with them, filling the rooms would take minutes.
  const product = await startProduct();
  try {
    // The same two agents listen in all of the customer's rooms.
    const membersOf = (room: number) =>
      (room < probedRooms ? [0, 1, 2, 3] : [0, 1]).map((index) => (room < probedRooms ? room * 4 : 0) + index);
    const size = { rooms: probedRooms + ownRooms, people: probedRooms * 4, membersOf };
    const { rooms } = await seedWorld(product, createRecorder(), size);
    const [probed, own] = [rooms.slice(0, probedRooms), rooms.slice(probedRooms)];
    const customer = await signInCustomer(product.dataDir);
    await fill(product, customer, own);
    await product.end("SIGTERM");
    await product.start({ LIMITS: "on" });
    const largeAnswerMs = await timeLargeAnswer(product, customer, groundsOf(own));
    context.say(`one large answer, alone: ${largeAnswerMs.toFixed(1)} ms`);
    const probe = await startProbe(await findServer(product.address), probed);
    const tallies: JobTally[] = [];
    const phases = await runInTurn({
      product,
      probe,
      rounds,
      quietSeconds,
      hostileSeconds: context.seconds ?? hostileSeconds,
      say: context.say,
      async press(seconds) {
        const crowd = await startCrowd<CustomerCrowd>(crowdFile);
        const port = Number(new URL(product.address).port);
        const target = { port, token: customer.token, from: "127.0.0.2" };
        tallies.push(...(await crowd({ target, grounds: groundsOf(own), seconds })));
      },
    }).finally(() => probe.close());
    const listed = await statusOfOwnList(product, customer);
    const ownList = exactly("SEC-5: the customer's own list, when all is over", listed, 200);
    // SEC-5f: however many large responses there are, others wait for at most one.
    const felt = judgePhases(phases, largeAnswerMs);
    return { findings: [...summarize(tallies), ownList, ...felt], errorLines: product.errors };
  } finally {
    await product.stop();
  }
}

/** How long the customer's largest response takes on an idle server, ms; the median of five. */
async function timeLargeAnswer({ address }: Product, { token }: Person, { fullRooms }: Grounds): Promise<number> {
  const caller = createCaller({ address, token });
  const taken: number[] = [];
  try {
    for (let turn = 0; turn < 5; turn += 1) {
      const at = monoMs();
      await mustAnswer(caller.call("POST", "/api/v1/sync", { cursors: { [fullRooms[0] ?? 0]: 0 } }));
      taken.push(monoMs() - at);
      // SEC-5b: a response holds its slot for another second per MiB.
      await sleep(1500);
    }
  } finally {
    caller.close();
  }
  return quantile(taken, 0.5);
}

/** The status of the person's room list: after 500 connections, all of their slots must be free again. */
async function statusOfOwnList({ address }: Product, { token }: Person): Promise<number> {
  const caller = createCaller({ address, token });
  const answer = await caller.call("GET", "/api/v1/all/1");
  caller.close();
  return answer.kind === "answer" ? answer.status : 0;
}

function groundsOf(own: readonly SeededRoom[]): Grounds {
  const [written, visited] = own.slice(fullRooms);
  if (written === undefined || visited === undefined) throw new Error("the customer has too few rooms");
  const { id: visitedRoom, offerId: visitedOffer } = visited;
  return { fullRooms: own.slice(0, fullRooms).map(({ id }) => id), writtenRoom: written.id, visitedRoom, visitedOffer };
}

/** The customer joins all rooms, and an agent fills all but the one that is visited. */
async function fill(product: Product, { token }: Person, own: readonly SeededRoom[]): Promise<void> {
  const { address } = product;
  const customer = createCaller({ address, token });
  for (const { offerId, id, members } of own) {
    await mustAnswer(customer.call("POST", "/api/v1/join", { type: 1, channel: offerId }));
    const agent = createCaller({ address, token: members[0]?.token ?? "" });
    const count = id === own.at(-1)?.id ? 0 : messagesPerRoom;
    for (let sent = 0; sent < count; sent += 10) {
      const calls = Array.from({ length: 10 }, () =>
        agent.call("POST", `/api/v1/publish/${id}`, { message: longText }),
      );
      await Promise.all(calls.map(mustAnswer));
    }
    agent.close();
  }
  customer.close();
}

async function mustAnswer(call: ReturnType<ReturnType<typeof createCaller>["call"]>): Promise<void> {
  const answer = await call;
  if (answer.kind !== "answer" || answer.status > 201) throw new Error(`cannot be filled: ${JSON.stringify(answer)}`);
}

function summarize(tallies: readonly JobTally[]): readonly Finding[] {
  const summary = [...Map.groupBy(tallies, ({ kind }) => kind)].map(([kind, of]): Finding => {
    const answers = Map.groupBy(
      of.flatMap((tally) => Object.entries(tally.answers)),
      ([word]) => word,
    );
    const counts = [...answers].map(
      ([word, entries]) => `${word}: ${entries.reduce((total, [, count]) => total + count, 0)}`,
    );
    const what = `${kind}, ${of[0]?.connections ?? 0} connections, in all phases`;
    return { what, measured: counts.join(", "), bound: "told, not bound", holds: counts.length > 0 };
  });
  const used = tallies.reduce((total, tally) => total + tally.connections, 0) / rounds;
  return [exactly("connections of the customer in each phase", used, connections), ...summary];
}
