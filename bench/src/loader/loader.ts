import { fork, type ChildProcess } from "node:child_process";
import { WEBSOCKET_PATH } from "../subjects/subject.ts";
import type { DeliveryTally } from "./delivery-checker.ts";
import type { LoaderAnswer, LoaderCommand, Numbered } from "./loader-messages.ts";

export type Deliveries = { readonly tally: DeliveryTally; readonly lastAtMs: readonly number[] };

/** Controls the loader process, which can hold sockets to several servers. */
export class Loader {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (answer: LoaderAnswer) => void>();
  #commands = 0;

  constructor() {
    this.#process = fork(new URL("./loader-process.ts", import.meta.url), { serialization: "advanced" });
    this.#process.on("message", (message) => {
      // The cast is safe, since the loader process sends only numbered replies.
      const { number, content } = message as Numbered<LoaderAnswer>;
      this.#waiting.get(number)?.(content);
      this.#waiting.delete(number);
    });
    this.#process.on("exit", (code) => {
      for (const resolve of this.#waiting.values()) resolve({ kind: "failed", message: `the loader ended (${code})` });
    });
  }

  async open(name: string, port: number, sockets: number): Promise<void> {
    await this.#ask({ kind: "open", name, port, path: WEBSOCKET_PATH, sockets });
  }

  /** Waits for all events below `published`. After `timeoutMs` the tally shows how many are missing. */
  async awaitDeliveries(name: string, published: number, timeoutMs: number): Promise<Deliveries> {
    const answer = await this.#ask({ kind: "await-deliveries", name, published, timeoutMs });
    if (answer.kind !== "deliveries") throw new Error("the loader did not count deliveries");
    return answer;
  }

  async keepAlive(name: string): Promise<void> {
    await this.#ask({ kind: "keep-alive", name });
  }

  async close(name: string): Promise<void> {
    await this.#ask({ kind: "close", name });
  }

  stop(): void {
    this.#process.disconnect();
  }

  async #ask(content: LoaderCommand): Promise<LoaderAnswer> {
    const number = this.#commands;
    this.#commands += 1;
    const answer = await new Promise<LoaderAnswer>((resolve) => {
      this.#waiting.set(number, resolve);
      this.#process.send({ number, content } satisfies Numbered<LoaderCommand>);
    });
    if (answer.kind === "failed") throw new Error(answer.message);
    return answer;
  }
}
