import { fork } from "node:child_process";

/** A plain server that writes and fsyncs what it is sent, in a process of its own. */
export interface Sink {
  readonly port: number;
  stop(): void;
}

/** Starts it on a folder. */
export async function startSink(folder: string): Promise<Sink> {
  const child = fork(new URL("./sink-program.ts", import.meta.url), [folder]);
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(Number(message)));
    child.once("exit", (code) => reject(new Error(`the sink ended with ${code} before it listened`)));
  });
  return { port, stop: () => child.disconnect() };
}
