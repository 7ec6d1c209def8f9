import { monotonicMs } from "../loader/loader-messages.ts";
import { openListener } from "./open-listener.ts";
import type { ListenCommand, ListenReport } from "./listen-messages.ts";
import { mean, quantile } from "./quantile.ts";
import { timeMark } from "./send-messages.ts";

// Runs in its own process and parses as little as possible, since it shares the machine with the server.

const mark = timeMark.charCodeAt(0);
const patienceMs = 10_000;
let latenciesMs: number[] = [];
const failures: Error[] = [];

function receive(payload: Buffer): void {
  const start = payload.indexOf(mark);
  if (start < 0) return;
  const sentAt = Number(payload.toString("latin1", start + 1, payload.indexOf(mark, start + 1)));
  latenciesMs.push(monotonicMs() - sentAt);
}

async function run(command: ListenCommand): Promise<ListenReport | null> {
  if (command.kind === "open") {
    const waiting = [...command.listeners];
    const openInTurn = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
        await openListener(command.port, next, receive, (failure) => failures.push(failure));
    };
    await Promise.all(Array.from({ length: 50 }, openInTurn));
    return null;
  }
  const giveUpAt = monotonicMs() + patienceMs;
  while (latenciesMs.length < command.expected && monotonicMs() < giveUpAt && failures.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (failures[0] !== undefined) throw failures[0];
  const times = latenciesMs;
  latenciesMs = [];
  return {
    delivered: times.length,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    meanMs: mean(times),
  };
}

process.on("message", (command) => {
  // The cast is safe, since the parent sends only commands.
  run(command as ListenCommand).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
