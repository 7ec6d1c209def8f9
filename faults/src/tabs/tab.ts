import { monoMs } from "../clock.ts";
import { createCaller, type HttpCaller } from "../clients/http-caller.ts";
import { openSocket, type PusherSocket } from "../clients/pusher-socket.ts";

export interface Holder {
  readonly id: number;
  readonly token: string;
}

interface TabEvent {
  readonly at: number;
  readonly event: string;
  readonly channel: string | null;
  readonly data: unknown;
}

/** A person's live connection with its subscriptions. It does not reconnect. */
export interface Tab {
  readonly holder: Holder;
  readonly socket: PusherSocket;
  readonly events: readonly TabEvent[];
  readonly closed: Promise<{ readonly code: number; readonly at: number }>;
  sign(channel: string): Promise<Signature | null>;
  subscribe(channel: string): Promise<boolean>;
  /** Whether the server replies to a ping before closing. */
  isAlive(): Promise<boolean>;
  close(): void;
}

export interface Signature {
  readonly auth: string;
  readonly channel_data?: string;
}

export interface Server {
  readonly address: string;
  readonly appKey: string;
}

export async function findServer(address: string): Promise<Server> {
  const http = createCaller({ address, token: "" });
  const answer = await http.call("GET", "/api/v1/settings");
  http.close();
  if (answer.kind !== "answer" || answer.status !== 200) throw new Error(`no settings: ${JSON.stringify(answer)}`);
  return { address, appKey: answer.body.pusher_key };
}

/** Opens a tab on these channels. Throws if one of them is refused. */
export async function openTab(server: Server, holder: Holder, channels: readonly string[] = []): Promise<Tab> {
  const http = createCaller({ address: server.address, token: holder.token });
  const events: TabEvent[] = [];
  const { promise: closed, resolve } = Promise.withResolvers<{ code: number; at: number }>();
  const pongs: (() => void)[] = [];
  const socket = await openSocket(server.address, server.appKey, {
    onText: () => undefined,
    onEvent(event, channel, data) {
      events.push({ at: monoMs(), event, channel, data });
      if (event === "pusher:pong") pongs.shift()?.();
    },
    onClose(code) {
      http.close();
      resolve({ code, at: monoMs() });
    },
  });
  const tab: Tab = {
    holder,
    socket,
    events,
    closed,
    sign: (channel) => sign(http, socket.socketId, channel),
    async subscribe(channel) {
      const signature = await tab.sign(channel);
      return signature !== null && (await socket.subscribe(channel, signature));
    },
    async isAlive() {
      const pong = new Promise<true>((answered) => pongs.push(() => answered(true)));
      socket.send("pusher:ping", {});
      return await Promise.race([pong, closed.then(() => false)]);
    },
    close: () => socket.close(),
  };
  for (const channel of channels) {
    if (!(await tab.subscribe(channel))) throw new Error(`${holder.id} may not subscribe to ${channel}`);
  }
  return tab;
}

async function sign(http: HttpCaller, socketId: string, channel: string): Promise<Signature | null> {
  const answer = await http.call("POST", "/api/broadcasting/auth", { socket_id: socketId, channel_name: channel });
  return answer.kind === "answer" && answer.status === 200 ? answer.body : null;
}
