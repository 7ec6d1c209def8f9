import { WebSocket } from "ws";

/** Asks a process's inspector how many bytes are in V8's heap and buffers after two collections. */
export async function heapBytesOf(inspector: string): Promise<number> {
  const socket = new WebSocket(inspector, { perMessageDeflate: false });
  const ended = new Promise<never>((_, reject) => {
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the inspector went away")));
  });
  // Callers get the rejection, but our own close has no caller.
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
    // The second collection frees what the first one only prepares.
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
