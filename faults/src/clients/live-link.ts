import { monoMs } from "../clock.ts";
import type { CatchUp } from "./catch-up.ts";
import { ask, type ClientState, pause } from "./client-state.ts";
import { type Answer, outcomeOf } from "./http-caller.ts";
import { openSocket, type PusherSocket } from "./pusher-socket.ts";
import { readHeads, readRoomEvent } from "./read-event.ts";

export interface LiveLink {
  /** Resolves once the first connection is subscribed and caught up. */
  open(): Promise<void>;
  /** Subscribes to one more room, whether allowed or not. Returns whether the server admitted it. */
  subscribe(roomId: number, channel: string): Promise<boolean>;
  socket(): PusherSocket | null;
  /** Whether it has connected, subscribed and caught up since the last break. */
  isWhole(): boolean;
  close(): void;
}

/** The number of sockets opened by all clients of the process, which makes socket numbers unique in a history. */
let socketsOpened = 0;

/** Runs `catchUp` after subscribing, at a gap, and at a head beyond the end of the log. */
export function createLiveLink(state: ClientState, catchUp: CatchUp): LiveLink {
  let current: Connection | null = null;
  let isWhole = false;
  let lostAt = monoMs();

  const onEvent = (socketNumber: number, kind: string, data: unknown): void => {
    if (kind === "RoomHeads") for (const { id, last_seq: seq } of readHeads(data)) state.logs.get(id)?.receiveHead(seq);
    const event = readRoomEvent(kind, data);
    if (event !== null) {
      const { room, seq, id, key } = event;
      state.note({ f: "live", type: "ok", room, kind, id, seq, key, value: socketNumber });
      state.show(state.logs.get(room)?.live(event) ?? []);
    }
    // A link that has not caught up yet will fetch once it has subscribed.
    if (isWhole && [...state.logs.values()].some((log) => log.isBehind())) void catchUp.run();
  };

  /** Runs a connection until it ends, however far it gets. */
  const live = async (appKey: string, onWhole: () => void): Promise<void> => {
    const connection = await connect(state, appKey, onEvent);
    current = connection;
    const becomeWhole = async (): Promise<void> => {
      await subscribeAll(state, connection);
      await catchUp.run();
      if (current !== connection) return;
      isWhole = true;
      state.note({ f: "caught-up", type: "ok", value: monoMs() - lostAt });
      onWhole();
    };
    try {
      await Promise.race([connection.closed, becomeWhole()]);
      await connection.closed;
    } finally {
      connection.socket.cut();
      current = null;
      if (isWhole) lostAt = monoMs();
      isWhole = false;
    }
  };

  /** Reconnects as the web client does: soon after losing a connection, then every 0.5 to 1.5 s. */
  const liveOn = async (appKey: string, onWhole: () => void): Promise<void> => {
    while (!state.isStopped) {
      const hasLived = await live(appKey, onWhole).then(
        () => true,
        (error: unknown) => {
          state.note({ f: "socket", type: "fail", kind: error instanceof Error ? error.message : String(error) });
          return false;
        },
      );
      if (!state.isStopped) await (hasLived ? pause(state, 0, 500) : pause(state, 500, 1500));
    }
  };

  return {
    async open() {
      const appKey: string = (await ask(state, "GET", "/api/v1/settings")).body.pusher_key;
      lostAt = monoMs();
      await new Promise<void>((resolve) => void liveOn(appKey, resolve));
    },
    subscribe: async (roomId, channel) => current !== null && (await subscribe(state, current, roomId, channel)),
    socket: () => current?.socket ?? null,
    isWhole: () => isWhole,
    close: () => current?.socket.close(),
  };
}

interface Connection {
  readonly number: number;
  readonly socket: PusherSocket;
  readonly closed: Promise<void>;
}

async function connect(
  state: ClientState,
  appKey: string,
  onEvent: (socketNumber: number, kind: string, data: unknown) => void,
): Promise<Connection> {
  socketsOpened += 1;
  const number = socketsOpened;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const socket = await openSocket(state.address, appKey, {
    onText: (text) => state.scan("frame", text),
    onEvent: (event, _channel, data) => onEvent(number, event, data),
    onClose(code) {
      state.note({ f: "socket", type: "info", value: number, id: code });
      resolve();
    },
  });
  state.note({ f: "socket", type: "ok", value: number });
  return { number, socket, closed };
}

async function subscribeAll(state: ClientState, { socket, number }: Connection): Promise<void> {
  const channels = new Map(state.rooms.map(({ id, name }) => [`presence-${name}`, id]));
  const own = `private-user.${state.person.id}`;
  const names = [own, ...channels.keys()];
  const signed = await authorize(state, socket, names);
  const granted = await Promise.all(
    names.map(async (name) => {
      const signature = signed(name);
      const room = channels.get(name) ?? null;
      const isGranted = signature !== null && (await socket.subscribe(name, signature));
      state.note({ f: "subscribe", type: isGranted ? "ok" : "fail", room, kind: name, value: number });
      return isGranted || signature === null;
    }),
  );
  if (granted.includes(false)) throw new Error("a subscription that was signed was refused");
}

async function subscribe(
  state: ClientState,
  { socket, number: value }: Connection,
  room: number,
  channel: string,
): Promise<boolean> {
  const signature = (await authorize(state, socket, [channel]))(channel);
  const isGranted = signature !== null && (await socket.subscribe(channel, signature));
  state.note({ f: "subscribe", type: isGranted ? "ok" : "fail", room, kind: channel, value });
  return isGranted;
}

interface Signature {
  readonly auth: string;
  readonly channel_data?: string;
}

async function authorize(
  state: ClientState,
  socket: PusherSocket,
  names: readonly string[],
): Promise<(name: string) => Signature | null> {
  const answer: Answer = await state.http.call("POST", "/api/broadcasting/auth/batch", {
    socket_id: socket.socketId,
    channel_names: names,
  });
  if (answer.kind !== "answer" || outcomeOf(answer) !== "ok") throw new Error("no signatures");
  return (name) => answer.body.channels[name] ?? null;
}
