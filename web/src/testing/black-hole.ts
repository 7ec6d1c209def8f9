import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A network that swallows everything: connections open, and nothing is ever answered. */
interface BlackHole {
  /** The connections so far. */
  readonly count: () => number;
  /** Frees the port; hanging connections go on hanging. */
  readonly makeRoom: () => Promise<void>;
}

/** Opens one at a free loopback port. */
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
  // A closed server waits for its last connection to end: the port's next user need not.
  const makeRoom = async (): Promise<void> => void server.close();
  onTestFinished(() => {
    void makeRoom();
    for (const socket of sockets) socket.destroy();
  });
  return { count: () => sockets.length, makeRoom };
}
