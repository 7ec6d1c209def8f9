import { userChannel } from "@cuplaj/protocol/channels.ts";
import { sign } from "../../../server/src/realtime/channel-auth.ts";
import { RawClient } from "../loader/raw-client.ts";
import { BENCH_APP } from "../publisher.ts";
import { WEBSOCKET_PATH } from "../subjects/subject.ts";
import type { Listener } from "./listen-messages.ts";

/** Opens a person's socket, subscribes it to both channels, and passes on later payloads unparsed. */
export function openListener(
  port: number,
  { person, roomChannel }: Listener,
  receive: (payload: Buffer) => void,
  fail: (failure: Error) => void,
): Promise<void> {
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
        fail(failure);
        reject(failure);
      },
    );
  });
}
