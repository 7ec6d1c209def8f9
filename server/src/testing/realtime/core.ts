import { type Bus, createMemoryBus } from "../../realtime/bus.ts";
import { sign } from "../../realtime/channel-auth.ts";
import type { Connection } from "../../realtime/connection.ts";
import { defaultRealtimeLimits, type RealtimeLimits } from "../../realtime/limits.ts";
import { buildParts } from "../../realtime/build-parts.ts";
import {
  type PusherApp,
  type RealtimeHooks,
  type RealtimeLog,
  relayClientEvents,
} from "../../realtime/realtime-options.ts";
import { FakeClock } from "./fake-clock.ts";
import { FakeWire } from "./fake-socket.ts";

export const testApp: PusherApp = { id: "7", key: "app-key", secret: "app-secret", clientEvents: relayClientEvents };

/** The test app, but with every signed channel admitted. */
export const admittingApp: PusherApp = { ...testApp, admit: () => Promise.resolve("admitted") };

export const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface CoreChanges {
  readonly apps?: readonly PusherApp[];
  readonly limits?: Partial<RealtimeLimits>;
  readonly clock?: FakeClock;
  readonly bus?: Bus;
  readonly hooks?: RealtimeHooks;
  readonly log?: RealtimeLog;
}

/** The protocol without sockets or real time: frames go in as text and come out on fake wires. */
export interface Core {
  readonly clock: FakeClock;
  readonly parts: ReturnType<typeof buildParts>;
  connect(url?: string): FakeClient;
}

export function startCore(changes: CoreChanges = {}): Core {
  const clock = changes.clock ?? new FakeClock();
  const parts = buildParts({
    apps: changes.apps ?? [testApp],
    bus: changes.bus ?? createMemoryBus().link(),
    clock,
    log: changes.log ?? silentLog,
    limits: { ...defaultRealtimeLimits, ...changes.limits },
    allowedOrigins: "any",
    addressOf: () => "192.0.2.1",
    hooks: changes.hooks ?? {},
  });
  return { clock, parts, connect: (url = "/app/app-key?protocol=7") => new FakeClient(parts, url) };
}

class FakeClient {
  readonly wire = new FakeWire();
  readonly connection: Connection | null;
  readonly #parts: ReturnType<typeof buildParts>;

  constructor(parts: ReturnType<typeof buildParts>, url: string) {
    this.#parts = parts;
    this.connection = parts.lifecycle.opened(this.wire, url, "192.0.2.1");
  }

  get id(): string {
    return this.connection?.id ?? "";
  }

  send(frame: unknown): void {
    if (this.connection === null) throw new Error("The socket was refused");
    const text = typeof frame === "string" ? frame : JSON.stringify(frame);
    this.#parts.lifecycle.received(this.connection, text);
  }

  /** Subscribes with a valid signature; presence channels require a member. */
  subscribe(channel: string, member?: { user_id: string | number; user_info?: object; session?: string }): void {
    this.send({ event: "pusher:subscribe", data: { channel, ...signed(this.id, channel, member) } });
  }

  /** Makes the peer disappear without closing. */
  vanish(): void {
    if (this.connection !== null) this.#parts.lifecycle.closed(this.connection, 1006);
  }
}

/** Signs a subscription as the test app's auth endpoint does. */
export function signed(socketId: string, channel: string, member?: object): { auth: string; channel_data?: string } {
  if (member === undefined) return { auth: `${testApp.key}:${sign(testApp.secret, `${socketId}:${channel}`)}` };
  const channelData = JSON.stringify(member);
  const auth = `${testApp.key}:${sign(testApp.secret, `${socketId}:${channel}:${channelData}`)}`;
  return { auth, channel_data: channelData };
}
