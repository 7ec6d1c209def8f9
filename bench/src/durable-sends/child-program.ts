import { type ChildProcess, fork } from "node:child_process";

/** A bench program in its own process. Commands run one at a time, and each gets one reply. */
export class ChildProgram<Command extends object, Report> {
  readonly #child: ChildProcess;

  constructor(file: string) {
    this.#child = fork(new URL(file, import.meta.url));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async ask(command: Command): Promise<Report> {
    const answer = await new Promise<{ report: Report } | { failure: string }>((resolve, reject) => {
      this.#child.once("message", (message) => resolve(message as { report: Report } | { failure: string }));
      this.#child.once("exit", (code) => reject(new Error(`a program of the bench ended with ${code}`)));
      this.#child.send(command);
    });
    if ("failure" in answer) throw new Error(answer.failure);
    return answer.report;
  }

  stop(): void {
    this.#child.disconnect();
  }
}
