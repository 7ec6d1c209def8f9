import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A link that can be slowed down and then breaks repeatedly, as in a cellar. */
export interface SlowLink {
  readonly address: string;
  readonly leadTo: (port: number) => void;
  /** Limits all connections together, and resets them every `breakEveryMs`. */
  readonly slowDown: (bitsPerSecond: number, breakEveryMs: number) => void;
  /** Bytes sent towards the product since the last `slowDown`. */
  readonly sentBytes: () => number;
  /** How many breaks interrupted something that was being sent. */
  readonly breaks: () => number;
  readonly close: () => Promise<void>;
}

/** One direction of a connection. A chunk lost in a break counts as not sent. */
interface Way {
  readonly to: Socket;
  readonly isUp: boolean;
  chunk: Buffer | null;
}

const tickMs = 50;

export async function openSlowLink(): Promise<SlowLink> {
  const ways = new Map<Socket, Way>();
  let target = 0;
  let bitsPerSecond = Number.POSITIVE_INFINITY;
  let sent = 0;
  let broken = 0;
  let timers: NodeJS.Timeout[] = [];

  function move(from: Socket, way: Way, most: number): number {
    if (way.chunk === null) return 0;
    const taken = way.chunk.subarray(0, Math.min(way.chunk.length, most));
    way.to.write(taken);
    way.chunk = taken.length < way.chunk.length ? way.chunk.subarray(taken.length) : null;
    if (way.chunk === null) from.resume();
    return taken.length;
  }

  function join(from: Socket, to: Socket, isUp: boolean): void {
    const way: Way = { to, isUp, chunk: null };
    ways.set(from, way);
    from.on("data", (chunk: Buffer) => {
      from.pause();
      way.chunk = chunk;
      if (!isUp || bitsPerSecond === Number.POSITIVE_INFINITY) move(from, way, chunk.length);
    });
    from.on("error", () => from.destroy());
    from.on("close", () => {
      ways.delete(from);
      to.destroy();
    });
  }

  function tick(): void {
    let credit = (bitsPerSecond / 8 / 1000) * tickMs;
    for (const [from, way] of ways) {
      if (!way.isUp) continue;
      const moved = move(from, way, Math.floor(credit));
      credit -= moved;
      sent += moved;
    }
  }

  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    join(near, far, true);
    join(far, near, false);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const dropAll = (): void => {
    for (const socket of ways.keys()) socket.resetAndDestroy();
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (port) => {
      target = port;
    },
    slowDown: (bits, breakEveryMs) => {
      bitsPerSecond = bits;
      const breaking = (): void => {
        if ([...ways.values()].some(({ isUp, chunk }) => isUp && chunk !== null)) broken += 1;
        dropAll();
      };
      timers = [setInterval(tick, tickMs), setInterval(breaking, breakEveryMs)];
    },
    sentBytes: () => sent,
    breaks: () => broken,
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      dropAll();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
