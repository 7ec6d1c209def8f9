import { Crowd } from "./crowd.ts";
import type { LoaderAnswer, LoaderCommand, Numbered } from "./loader-messages.ts";

// Runs in its own process, so that its CPU time does not count as the server's.

const crowds = new Map<string, Crowd>();

async function run(command: LoaderCommand): Promise<LoaderAnswer> {
  if (command.kind === "open") {
    crowds.set(command.name, await Crowd.open(command));
    return { kind: "done" };
  }
  const crowd = crowds.get(command.name);
  if (crowd === undefined) return { kind: "failed", message: `no sockets named ${command.name}` };
  switch (command.kind) {
    case "await-deliveries":
      return {
        kind: "deliveries",
        tally: await crowd.awaitDeliveries(command.published, command.timeoutMs),
        lastAtMs: crowd.takeLastTimes(),
      };
    case "keep-alive":
      await crowd.keepAlive();
      return { kind: "done" };
    case "close":
      crowd.close();
      crowds.delete(command.name);
      return { kind: "done" };
  }
}

async function answer(request: Numbered<LoaderCommand>): Promise<void> {
  const content = await run(request.content).catch((error: unknown): LoaderAnswer => ({
    kind: "failed",
    message: error instanceof Error ? error.message : String(error),
  }));
  process.send?.({ number: request.number, content } satisfies Numbered<LoaderAnswer>);
}

process.on("message", (request) => {
  // The cast is safe, since the parent sends only numbered commands.
  void answer(request as Numbered<LoaderCommand>);
});
process.on("disconnect", () => process.exit(0));
