import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A network that swallows everything: connections come about, and nothing is ever answered. */
interface BlackHole {
  /** How many connections came so far. */
  readonly count: () => number;
  /** Leaves the port to somebody else; what hangs goes on hanging. */
  readonly makeRoom: () => Promise<void>;
}

/** Opens one at a port of the loopback that is free. */
export async function openBlackHole(port: number): Promise<BlackHole> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.resume();
    sockets.push(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  // A server that is closed waits for its last connection to end: whoever takes the port need not.
  const makeRoom = async (): Promise<void> => void server.close();
  onTestFinished(() => {
    void makeRoom();
    for (const socket of sockets) socket.destroy();
  });
  return { count: () => sockets.length, makeRoom };
}
