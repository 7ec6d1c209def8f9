import { monoMs, until } from "../clock.ts";
import { createCaller } from "../clients/http-caller.ts";
import { type HistoryRun, resultOf, runHistory, type Stage } from "../history-run.ts";
import { type FaultProxy, startFaultProxy } from "../proxy/fault-proxy.ts";
import { type FaultRun, noteFault, type ReportNotes, type RunContext, type RunResult } from "../run.ts";

/** A network fault; clients reach the product only through the proxy. */
export interface NetworkFault {
  readonly name: string;
  readonly about: string;
  readonly seconds: number;
  readonly perSecond: number;
  /** Must be 0 if responses get lost, since a leave whose response was lost may commit after the join that follows it. */
  readonly wanderingsPerMessage?: number;
  readonly make: (stage: Stage, proxy: FaultProxy) => Promise<ReportNotes>;
  /** Runs after the load. Returns a sentence for each violation. */
  readonly afterwards?: (stage: Stage, proxy: FaultProxy) => Promise<readonly string[]>;
}

const size = {
  rooms: 10,
  people: 16,
  membersOf: (room: number) => [0, 1, 2, 3].map((step) => (room * 3 + step * 5) % 16),
};

export function proxiedRun(fault: NetworkFault): FaultRun {
  return { name: fault.name, about: fault.about, run: (context) => runThroughProxy(fault, context) };
}

async function runThroughProxy(fault: NetworkFault, context: RunContext): Promise<RunResult> {
  const proxies: FaultProxy[] = [];
  const proxyOf = (): FaultProxy => {
    const [proxy] = proxies;
    if (proxy === undefined) throw new Error("there is no proxy yet");
    return proxy;
  };
  const broken: string[] = [];
  const run: HistoryRun = {
    ...fault,
    size,
    async addressOf({ address }) {
      const { hostname: host, port } = new URL(address);
      proxies.push(await startFaultProxy({ host, port: Number(port) }));
      return proxyOf().url;
    },
    async nemesis(stage) {
      const notes = await fault.make(stage, proxyOf());
      return { ...notes, "all whole again after (ms)": await convergenceMs(stage) };
    },
    async afterwards(stage) {
      if (fault.afterwards === undefined) return undefined;
      broken.push(...(await fault.afterwards(stage, proxyOf())));
      await Promise.all(stage.clients.map((client) => client.quiesce()));
      return undefined;
    },
  };
  try {
    const result = resultOf((await runHistory(run, context)).verdict);
    return result.kind === "passed" && broken.length > 0 ? { kind: "failed", why: broken.join("; ") } : result;
  } finally {
    for (const proxy of proxies) await proxy.close();
  }
}

/** The time from the end of the fault until every client shows the current heads of the rooms, under load, ms. */
async function convergenceMs({ product, world, clients, recorder, context }: Stage): Promise<number> {
  noteFault(recorder, "the network is good again");
  const healedAt = monoMs();
  const heads = await Promise.all(
    world.rooms.map(
      async ({ id, members: [member] }) => [id, await headOf(product.address, id, member?.token ?? "")] as const,
    ),
  );
  const isThere = (): boolean =>
    clients.every(
      ({ link, state }) =>
        link.isWhole() && heads.every(([id, head]) => (state.logs.get(id)?.cursor() ?? head) >= head),
    );
  await until(isThere, 60_000, "all clients to be whole again");
  const ms = Math.round(monoMs() - healedAt);
  context.say(`all ${clients.length} clients whole ${ms} ms after the network was good again`);
  return ms;
}

/** The head of a room, from the product itself and not through the proxy. */
async function headOf(address: string, roomId: number, token: string): Promise<number> {
  const caller = createCaller({ address, token });
  const answer = await caller.call("GET", `/api/v1/chat/${roomId}/1`);
  caller.close();
  if (answer.kind !== "answer" || answer.status !== 200) throw new Error(`room ${roomId} cannot be read`);
  return answer.body.data.seq;
}
