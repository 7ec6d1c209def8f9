import { WebSocket } from "ws";

export interface SocketListener {
  onText(text: string): void;
  /** Called for every event that the protocol does not handle itself, such as `ChatMessage` and `pusher_internal:member_added`. */
  onEvent(event: string, channel: string | null, data: unknown): void;
  onClose(code: number): void;
}

export interface PusherSocket {
  readonly socketId: string;
  send(event: string, data: unknown, channel?: string): void;
  subscribe(channel: string, signed: { auth: string; channel_data?: string }): Promise<boolean>;
  close(): void;
  /** Drops the connection without a close frame. */
  cut(): void;
  pause(isPaused: boolean): void;
}

/** Opens a socket. Rejects if the server refuses it. */
export function openSocket(address: string, appKey: string, listener: SocketListener): Promise<PusherSocket> {
  const url = `${address.replace(/^http/u, "ws")}/app/${appKey}?protocol=7&client=faults&version=1`;
  const socket = new WebSocket(url, { perMessageDeflate: false, handshakeTimeout: 5000 });
  const waiting: Waiting = new Map();
  const write = (message: unknown): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const made = (socketId: string): PusherSocket => ({
    socketId,
    send: (event, data, channel) => write({ event, data, ...(channel === undefined ? {} : { channel }) }),
    subscribe: (channel, signed) =>
      new Promise((resolve) => {
        if (socket.readyState !== WebSocket.OPEN) return resolve(false);
        waiting.set(channel, [...(waiting.get(channel) ?? []), resolve]);
        write({ event: "pusher:subscribe", data: { channel, ...signed } });
      }),
    close: () => socket.close(1000),
    cut: () => socket.terminate(),
    pause: (isPaused) => (isPaused ? socket.pause() : socket.resume()),
  });
  return new Promise((resolve, reject) => {
    socket.on("message", (data: Buffer) => {
      const text = data.toString("utf8");
      listener.onText(text);
      const { event, channel = null, data: inner } = JSON.parse(text);
      const parsed: unknown = typeof inner === "string" && inner !== "" ? JSON.parse(inner) : inner;
      if (event === "pusher:connection_established") resolve(made((parsed as { socket_id: string }).socket_id));
      else if (event === "pusher:ping") write({ event: "pusher:pong", data: {} });
      else {
        // The channel's events may follow at once, so waiting callers are notified first.
        if (event === "pusher_internal:subscription_succeeded") settle(waiting, channel, true);
        if (event === "pusher:subscription_error") settle(waiting, channel, false);
        listener.onEvent(event, channel, parsed);
      }
    });
    socket.on("error", reject);
    socket.on("close", (code) => {
      for (const channel of waiting.keys()) settle(waiting, channel, false);
      reject(new Error(`closed with ${code}`));
      listener.onClose(code);
    });
  });
}

type Waiting = Map<string, ((isGranted: boolean) => void)[]>;

function settle(waiting: Waiting, channel: string, isGranted: boolean): void {
  for (const resolve of waiting.get(channel) ?? []) resolve(isGranted);
  waiting.delete(channel);
}
