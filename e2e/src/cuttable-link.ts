import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP link between browsers and the product, which tests can cut, as happens to a phone in a workshop. */
export interface CuttableLink {
  readonly address: string;
  readonly leadTo: (port: number) => void;
  readonly cut: () => void;
  /** Swallows traffic, as a dead network does. Pending bytes arrive after `mend`. */
  readonly swallow: () => void;
  readonly mend: () => void;
  /** Forwards the next request that contains `words`, and resets its connection in the middle of the response. */
  readonly cutAnswerTo: (words: string) => void;
  /** Resets the connection of every request that contains `words`, instead of forwarding it. An empty text ends that. */
  readonly refuse: (words: string) => void;
  readonly close: () => Promise<void>;
}

export async function openLink(): Promise<CuttableLink> {
  const sockets = new Set<Socket>();
  let target = 0;
  let isCut = false;
  let isSwallowing = false;
  let cutting = "";
  let refused = "";
  const waiting: (() => void)[] = [];
  const links = new Set<readonly [Socket, Socket]>();

  const server = createServer((near) => {
    if (isSwallowing) {
      near.on("error", () => near.destroy());
      waiting.push(() => lead(near));
    } else lead(near);
  });
  function lead(near: Socket): void {
    if (isCut || target === 0) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target, "127.0.0.1");
    const link = [near, far] as const;
    links.add(link);
    near.on("close", () => links.delete(link));
    near.on("data", (request: Buffer) => {
      if (refused === "" || !request.includes(refused)) return;
      far.resetAndDestroy();
      near.resetAndDestroy();
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      // Resets are intended, and `close` ends the other side.
      socket.on("error", () => socket.destroy());
      socket.pipe(other);
    }
    near.on("data", (request: Buffer) => {
      if (cutting === "" || !request.includes(cutting)) return;
      cutting = "";
      far.unpipe(near);
      far.once("data", (answer: Buffer) => {
        near.write(answer.subarray(0, answer.length / 2), () => near.resetAndDestroy());
      });
      far.resume();
    });
  }
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const dropAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (port) => {
      target = port;
    },
    cut: () => {
      isCut = true;
      dropAll();
    },
    swallow: () => {
      isSwallowing = true;
      for (const [near, far] of links) {
        near.unpipe(far);
        far.unpipe(near);
        near.pause();
        far.pause();
      }
    },
    mend: () => {
      isCut = false;
      if (!isSwallowing) return;
      isSwallowing = false;
      for (const [near, far] of links) {
        near.pipe(far);
        far.pipe(near);
      }
      for (const open of waiting.splice(0)) open();
    },
    cutAnswerTo: (words) => {
      cutting = words;
    },
    refuse: (words) => {
      refused = words;
    },
    close: () => {
      dropAll();
      return new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}
