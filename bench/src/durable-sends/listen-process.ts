import { userChannel } from "@cuplaj/protocol/channels.ts";
import { sign } from "../../../server/src/realtime/channel-auth.ts";
import { monotonicMs } from "../loader/loader-messages.ts";
import { RawClient } from "../loader/raw-client.ts";
import { BENCH_APP } from "../publisher.ts";
import { WEBSOCKET_PATH } from "../subjects/subject.ts";
import type { ListenCommand, Listener, ListenReport } from "./listen-messages.ts";
import { mean, quantile } from "./quantile.ts";
import { timeMark } from "./send-messages.ts";

// Listens in a process of its own and looks at a frame no closer than it must: it shares the machine with the server.

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

/** Opens a socket and subscribes it to both channels. */
function listen(port: number, { person, roomChannel }: Listener): Promise<void> {
  return new Promise((resolve, reject) => {
    let subscribed = 0;
    const subscribe = (socketId: string, channel: string, channelData?: string): void => {
      const signed = [socketId, channel, ...(channelData === undefined ? [] : [channelData])].join(":");
      const auth = `${BENCH_APP.key}:${sign(BENCH_APP.secret, signed)}`;
      client.send(JSON.stringify({ event: "pusher:subscribe", data: { auth, channel, channel_data: channelData } }));
    };
    const client = new RawClient(
      { port, path: WEBSOCKET_PATH, localAddress: "127.0.0.2" },
      (payload) => {
        if (subscribed === 2) {
          receive(payload);
          return;
        }
        const frame: { event: string; data: string } = JSON.parse(payload.toString());
        if (frame.event === "pusher:connection_established") {
          const { socket_id: socketId } = JSON.parse(frame.data) as { socket_id: string };
          const identity = JSON.stringify({ user_id: String(person), user_info: { name: `Agent ${person}` } });
          subscribe(socketId, roomChannel, identity);
          subscribe(socketId, userChannel(person));
        } else if (frame.event === "pusher_internal:subscription_succeeded") {
          subscribed += 1;
          if (subscribed === 2) resolve();
        } else if (frame.event.endsWith("error")) reject(new Error(payload.toString()));
      },
      (reason) => {
        const failure = new Error(`a listener was cut off: ${reason}`);
        failures.push(failure);
        reject(failure);
      },
    );
  });
}

async function run(command: ListenCommand): Promise<ListenReport | null> {
  if (command.kind === "open") {
    const waiting = [...command.listeners];
    const openInTurn = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await listen(command.port, next);
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
  // The parent is the bench itself, which sends nothing but commands.
  run(command as ListenCommand).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
