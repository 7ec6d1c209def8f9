import { connect, createServer, type Socket } from "node:net";

/** A TCP link to a server. It is unlimited until `slowDown` makes it slow and break repeatedly. */
export interface SlowLink {
  readonly port: number;
  /** From now on, limits all connections together in each direction, and resets them every `breakEveryMs`. */
  slowDown(bitsPerSecond: number, breakEveryMs: number): void;
  /** Bytes sent to the server since `slowDown`. Data still queued when the link breaks does not count. */
  upBytes(): number;
  breaks(): number;
  close(): void;
}

const tickMs = 20;

/** One direction of a connection, which queues at most one chunk. */
interface Way {
  readonly from: Socket;
  readonly to: Socket;
  readonly isUp: boolean;
  chunk: Buffer;
}

export async function openSlowLink(target: number): Promise<SlowLink> {
  const ways = new Set<Way>();
  let bytesPerTick = Number.POSITIVE_INFINITY;
  let [up, broken] = [0, 0];
  const timers: NodeJS.Timeout[] = [];

  const move = (way: Way, most: number): number => {
    const piece = way.chunk.subarray(0, most);
    way.chunk = way.chunk.subarray(piece.length);
    if (piece.length > 0) way.to.write(piece);
    if (way.chunk.length === 0) way.from.resume();
    return piece.length;
  };
  const carry = (from: Socket, to: Socket, isUp: boolean): void => {
    const way: Way = { from, to, isUp, chunk: Buffer.alloc(0) };
    ways.add(way);
    from.on("data", (chunk: Buffer) => {
      from.pause();
      way.chunk = chunk;
      if (bytesPerTick === Number.POSITIVE_INFINITY) move(way, chunk.length);
    });
    from.on("error", () => from.destroy());
    from.on("close", () => {
      ways.delete(way);
      to.destroy();
    });
  };
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    carry(near, far, true);
    carry(far, near, false);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const breakAll = (): void => {
    for (const { from } of ways) from.resetAndDestroy();
  };
  const tick = (): void => {
    for (const isUp of [true, false]) {
      let credit = Math.floor(bytesPerTick);
      for (const way of ways) {
        if (way.isUp !== isUp) continue;
        const moved = move(way, credit);
        credit -= moved;
        if (isUp) up += moved;
      }
    }
  };
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    slowDown(bitsPerSecond, breakEveryMs) {
      bytesPerTick = (bitsPerSecond / 8 / 1000) * tickMs;
      timers.push(setInterval(tick, tickMs));
      timers.push(
        setInterval(() => {
          broken += 1;
          breakAll();
        }, breakEveryMs),
      );
    },
    upBytes: () => up,
    breaks: () => broken,
    close() {
      for (const timer of timers) clearInterval(timer);
      breakAll();
      server.close();
    },
  };
}
