import { connect, createServer } from "node:net";

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

/** Waits until a server accepts connections. Throws after 20 s. */
export async function untilListening(name: string, port: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await isListening(port))) {
    if (Date.now() > deadline) throw new Error(`${name} does not listen on port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
