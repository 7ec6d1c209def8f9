import { WebSocket } from "ws";

/** Bytes that a process holds after two collections, in V8's heap and in buffers beside it; asked of its inspector. */
export async function heapBytesOf(inspector: string): Promise<number> {
  const socket = new WebSocket(inspector, { perMessageDeflate: false });
  const ended = new Promise<never>((_, reject) => {
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the inspector went away")));
  });
  // Whoever asks hears of it; nobody asks any more when it is closed here.
  ended.catch(() => undefined);
  const ask = (id: number, method: string): Promise<HeapUsage> => {
    const answer = new Promise<HeapUsage>((resolve) => {
      socket.on("message", (data: Buffer) => {
        // The protocol of V8's inspector.
        const message = JSON.parse(data.toString()) as { id?: number; result: HeapUsage };
        if (message.id === id) resolve(message.result);
      });
      socket.send(JSON.stringify({ id, method }));
    });
    return Promise.race([answer, ended]);
  };
  try {
    await Promise.race([new Promise((resolve) => socket.once("open", resolve)), ended]);
    // What the first only makes ready to be freed, the second frees.
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
