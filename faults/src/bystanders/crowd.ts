import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";

// A crowd is a separate process that stands in for other machines. It carries out one order.

export interface Crowd {
  readonly order: object;
  readonly answer: unknown;
}

type Report<Answer> =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly answer: Answer }
  | { readonly kind: "failed"; readonly why: string };

/** Starts a process that waits for an order, and exits after its reply. */
export async function startCrowd<Kind extends Crowd>(
  file: URL,
): Promise<(order: Kind["order"]) => Promise<Kind["answer"]>> {
  const child = fork(file);
  await nextOf<Kind["answer"]>(child);
  return async (order) => {
    child.send(order);
    const report = await nextOf<Kind["answer"]>(child);
    child.disconnect();
    if (report.kind === "done") return report.answer;
    throw new Error(report.kind === "failed" ? report.why : "a crowd said twice that it is ready");
  };
}

function nextOf<Answer>(child: ChildProcess): Promise<Report<Answer>> {
  return new Promise((resolve, reject) => {
    // The cast is safe, since the child sends only reports.
    child.once("message", (message) => resolve(message as Report<Answer>));
    child.once("exit", (code) => reject(new Error(`a crowd ended with ${code}`)));
  });
}

export function takeOrder<Kind extends Crowd>(work: (order: Kind["order"]) => Promise<Kind["answer"]>): void {
  process.on("message", (order) => {
    // The cast is safe, since the parent sends only orders.
    work(order as Kind["order"])
      .then((answer): Report<Kind["answer"]> => ({ kind: "done", answer }))
      .catch((error: unknown): Report<Kind["answer"]> => ({ kind: "failed", why: String(error) }))
      .then((report) => process.send?.(report))
      .catch(() => process.exit(1));
  });
  process.on("disconnect", () => process.exit(0));
  process.send?.({ kind: "ready" } satisfies Report<Kind["answer"]>);
}

/** Lowers this process's priority, so that the server and the measuring process get the processor first. */
export function yieldToOthers(): void {
  setPriority(constants.priority.PRIORITY_LOW);
}
