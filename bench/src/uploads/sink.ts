import { fork } from "node:child_process";

export interface Sink {
  readonly port: number;
  stop(): void;
}

export async function startSink(folder: string): Promise<Sink> {
  const child = fork(new URL("./sink-program.ts", import.meta.url), [folder]);
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(Number(message)));
    child.once("exit", (code) => reject(new Error(`the sink ended with ${code} before it listened`)));
  });
  return { port, stop: () => child.disconnect() };
}
