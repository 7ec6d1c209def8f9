import { connect, createServer, type Socket } from "node:net";
import { sleep } from "../clock.ts";
import { calm, carry, type ChunkFilter, type LinkConditions } from "./link.ts";
import { type CutPlan, type CutVerdict, watchForCut } from "./cut.ts";

/** A TCP proxy in front of a server, which can delay, stall, throttle, cut and reset connections. */
export interface FaultProxy {
  /** The proxy's address, such as `http://127.0.0.1:1234`. */
  readonly url: string;
  readonly port: number;
  /** Applies to existing and new connections. Omitted conditions return to normal. */
  setConditions(conditions: Partial<LinkConditions>): void;
  /** Cuts the next matching call, and then resolves. A second plan replaces a pending one. */
  cutNext(plan: CutPlan): Promise<void>;
  /** Resets every connection (RST). Returns how many there were. */
  resetAll(): number;
  connections(): number;
  close(): Promise<void>;
}

interface Armed {
  readonly plan: CutPlan;
  readonly done: () => void;
}

/** Starts a proxy on 127.0.0.1. Its target need not be running yet. */
export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  let conditions: LinkConditions = calm;
  let armed: Armed | null = null;
  const pairs = new Set<readonly [Socket, Socket]>();

  const join = (client: Socket): void => {
    const server = connect({ ...target, noDelay: true, allowHalfOpen: true });
    client.setNoDelay(true);
    const pair = [client, server] as const;
    pairs.add(pair);
    let cutDone = (): void => undefined;
    const watcher = watchForCut((head) => {
      if (armed === null || !head.includes(armed.plan.matching)) return null;
      const { plan, done } = armed;
      [armed, cutDone] = [null, done];
      return plan;
    });
    const obey = (verdict: CutVerdict): Buffer | null => {
      if (verdict.kind === "pass") return verdict.bytes;
      cutWith(verdict, client, server, cutDone);
      return null;
    };
    const toServer: ChunkFilter = (chunk) => obey(watcher.request(chunk));
    const toClient: ChunkFilter = (chunk) => obey(watcher.answer(chunk));
    carry({ source: client, sink: server, conditions: () => conditions, filter: toServer });
    carry({ source: server, sink: client, conditions: () => conditions, filter: toClient });
    for (const [socket, other] of [pair, [server, client] as const]) {
      socket.on("error", () => other.resetAndDestroy());
      socket.on("close", () => {
        pairs.delete(pair);
        other.destroySoon();
      });
    }
  };

  const listener = createServer({ allowHalfOpen: true }, join);
  const port = await new Promise<number>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(0, "127.0.0.1", () => {
      const address = listener.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  const resetAll = (): number => {
    const reset = [...pairs];
    for (const pair of reset) for (const socket of pair) socket.resetAndDestroy();
    return reset.length;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    setConditions: (changes) => void (conditions = { ...calm, ...changes }),
    cutNext: (plan) => new Promise((done) => (armed = { plan, done })),
    resetAll,
    connections: () => pairs.size,
    async close() {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
      resetAll();
      await closed;
    },
  };
}

/** How long the other side has to read the last bytes across loopback, ms. */
const arrivalMs = 50;

/** Passes on the last bytes, then ends both sides, the server's by a reset, as when a phone loses its network. */
function cutWith(verdict: CutVerdict & { kind: "cut" }, client: Socket, server: Socket, done: () => void): void {
  const end = (): void => {
    server.resetAndDestroy();
    client.destroy();
    done();
  };
  if (verdict.last.length === 0) end();
  // A reset too soon would discard bytes on the other side.
  else (verdict.towards === "server" ? server : client).write(verdict.last, () => void sleep(arrivalMs).then(end));
}
