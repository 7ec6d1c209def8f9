import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { monoMs } from "../clock.ts";
import type { TabOrder } from "./tab-process.ts";

export interface TabProcess {
  kill(): number;
}

const file = fileURLToPath(new URL("./tab-process.ts", import.meta.url));

/** Starts a process with the prefix `behind`, and waits until all its tabs are open and subscribed. */
export async function startTabProcess(order: TabOrder, behind: readonly string[] = []): Promise<TabProcess> {
  const [command, ...words] = [...behind, process.execPath, file];
  const child = spawn(command, words, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  await opened(child, order);
  return {
    kill() {
      child.kill("SIGKILL");
      return monoMs();
    },
  };
}

function opened(child: ChildProcess, order: TabOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("message", (answer: { opened?: number; problem?: string }) =>
      answer.problem === undefined ? resolve() : reject(new Error(answer.problem)),
    );
    child.once("exit", (code, signal) => reject(new Error(`the process with the tabs ended with ${code ?? signal}`)));
    child.send(order);
  });
}
