import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

interface BlackHole {
  readonly count: () => number;
  /** Frees the port; connections that hang stay open. */
  readonly makeRoom: () => Promise<void>;
}

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
  // Not awaited, since `close` resolves with the last connection but frees the port at once.
  const makeRoom = async (): Promise<void> => void server.close();
  onTestFinished(() => {
    void makeRoom();
    for (const socket of sockets) socket.destroy();
  });
  return { count: () => sockets.length, makeRoom };
}
