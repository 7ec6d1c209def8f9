import { WebSocket } from "ws";

/** The bytes in a process's V8 heap and buffers after two collections, from its inspector. */
export async function heapBytesOf(inspector: string): Promise<number> {
  const socket = new WebSocket(inspector, { perMessageDeflate: false });
  const ended = new Promise<never>((_, reject) => {
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the inspector went away")));
  });
  // Callers get the rejection. When we close the socket ourselves, nobody is waiting for it.
  ended.catch(() => undefined);
  const ask = (id: number, method: string): Promise<HeapUsage> => {
    const answer = new Promise<HeapUsage>((resolve) => {
      socket.on("message", (data: Buffer) => {
        const message = JSON.parse(data.toString()) as { id?: number; result: HeapUsage };
        if (message.id === id) resolve(message.result);
      });
      socket.send(JSON.stringify({ id, method }));
    });
    return Promise.race([answer, ended]);
  };
  try {
    await Promise.race([new Promise((resolve) => socket.once("open", resolve)), ended]);
    // The second collection frees what the first only prepared.
    for (const id of [1, 2]) await ask(id, "HeapProfiler.collectGarbage");
    const { usedSize, backingStorageSize = 0 } = await ask(3, "Runtime.getHeapUsage");
    return usedSize + backingStorageSize;
  } finally {
    socket.close();
  }
}

interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize?: number;
}
