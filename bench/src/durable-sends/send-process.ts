import { randomUUID } from "node:crypto";
import { monotonicMs } from "../loader/loader-messages.ts";
import { sentence } from "./workload.ts";
import { HttpSender } from "./http-sender.ts";
import { mean, quantile } from "./quantile.ts";
import { type SendCommand, type SendReport, timeMark } from "./send-messages.ts";

// Sends from its own process, so that its CPU time does not count as the server's.

class Run {
  readonly #durationsMs: number[] = [];
  readonly #failed = new Map<number, number>();
  readonly #byRoom = new Map<number, number>();

  async send(sender: HttpSender, token: string, room: number, startedAt: number): Promise<void> {
    const message = `${sentence} ${timeMark}${startedAt.toFixed(3)}${timeMark}`;
    const body = JSON.stringify({ message, client_id: randomUUID() });
    const { status } = await sender.send(
      `POST /api/v1/publish/${room} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    this.#durationsMs.push(monotonicMs() - startedAt);
    if (status === 201) this.#byRoom.set(room, (this.#byRoom.get(room) ?? 0) + 1);
    else this.#failed.set(status, (this.#failed.get(status) ?? 0) + 1);
  }

  report(seconds: number): SendReport {
    const times = this.#durationsMs;
    return {
      stored: [...this.#byRoom.values()].reduce((sum, count) => sum + count, 0),
      seconds,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
      meanMs: mean(times),
      byRoom: [...this.#byRoom],
      failed: [...this.#failed],
    };
  }
}

async function run({ port, senders, pace }: SendCommand): Promise<SendReport> {
  const run = new Run();
  const lines = await Promise.all(
    senders.map(async ({ token, rooms }) => ({ token, rooms, sender: await HttpSender.open(port) })),
  );
  const startedAt = monotonicMs();
  const endsAt = startedAt + pace.seconds * 1000;
  if (pace.kind === "closed") {
    await Promise.all(
      lines.map(async ({ token, rooms, sender }) => {
        for (let turn = 0; monotonicMs() < endsAt; turn += 1) {
          await run.send(sender, token, rooms[turn % rooms.length] ?? 0, monotonicMs());
        }
      }),
    );
  } else {
    await sendOpenly(run, lines, pace.perSecond, endsAt);
  }
  const seconds = (monotonicMs() - startedAt) / 1000;
  for (const { sender } of lines) sender.close();
  return run.report(seconds);
}

type Line = { readonly token: string; readonly rooms: readonly number[]; readonly sender: HttpSender };

/** Sends when due, on the next idle connection. Waiting for a connection counts as latency. */
async function sendOpenly(run: Run, lines: readonly Line[], perSecond: number, endsAt: number): Promise<void> {
  const startedAt = monotonicMs();
  const resting = lines.map((line) => ({ ...line, turn: 0 }));
  const sends = new Map<number, Promise<void>>();
  for (let number = 0; monotonicMs() < endsAt; number += 1) {
    const dueAt = startedAt + (number * 1000) / perSecond;
    const early = dueAt - monotonicMs();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    while (resting.length === 0) await Promise.race(sends.values());
    const line = resting.shift();
    if (line === undefined) continue;
    line.turn += 1;
    const room = line.rooms[line.turn % line.rooms.length] ?? 0;
    const sending = run.send(line.sender, line.token, room, dueAt).then(() => {
      resting.push(line);
      sends.delete(number);
    });
    sends.set(number, sending);
  }
  await Promise.all(sends.values());
}

process.on("message", (command) => {
  // The cast is safe, since the parent sends only commands.
  run(command as SendCommand).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
