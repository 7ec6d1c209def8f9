import type { BusMessage } from "./bus.ts";
import type { ChannelRegistry } from "./channel-registry.ts";
import type { AppState, Channel, Connection } from "./connection.ts";
import { encodeEvent, envelope, textFrame } from "./frames.ts";
import type { RealtimeCounters } from "./counters.ts";
import type { RosterChange } from "./presence-roster.ts";
import type { RealtimeHooks } from "./realtime-options.ts";

type Delivery = Omit<Extract<BusMessage, { kind: "broadcast" }>, "kind" | "appId" | "channels"> & {
  readonly channels: readonly string[];
};

/** A delivery encoded as JSON. It has a number if it goes to several channels. */
interface Encoded extends Delivery {
  readonly eventJson: string;
  readonly dataJson: string;
  readonly number: number | null;
}

/** Delivers events to this process's subscribers. Encodes JSON once and a websocket frame once per channel. */
export class Broadcaster {
  readonly #metrics: RealtimeCounters;
  readonly #hooks: RealtimeHooks;
  #number = 0;

  constructor(metrics: RealtimeCounters, hooks: RealtimeHooks) {
    this.#metrics = metrics;
    this.#hooks = hooks;
  }

  deliver(app: AppState, delivery: Delivery): void {
    const { channels, event, data, mark } = delivery;
    if (mark !== undefined && this.#hooks.onBroadcast?.(mark) === false) return;
    const number = channels.length > 1 ? (this.#number += 1) : null;
    const encoded = { ...delivery, eventJson: JSON.stringify(event), dataJson: JSON.stringify(data), number };
    this.#metrics.broadcasts += 1;
    for (const name of channels) {
      const channel = app.channels.get(name);
      if (channel !== undefined) this.#send(channel, encoded);
    }
  }

  /** LIVE-4: each socket remembers the number of the last broadcast it got, so that a socket on several channels gets it once. */
  #send(channel: Channel, delivery: Encoded): void {
    const { exceptSocketId, eventJson, dataJson, number } = delivery;
    let frame: Buffer | null = null;
    let deliveries = 0;
    const isFor = this.#audienceOf(channel, delivery);
    for (const connection of channel.subscribers.keys()) {
      if (connection.id === exceptSocketId || isFor?.(connection) === false) continue;
      if (number !== null) {
        if (connection.broadcastNumber === number) continue;
        connection.broadcastNumber = number;
      }
      frame ??= textFrame(envelope(eventJson, dataJson, channel.name, senderOf(channel, delivery)));
      connection.wire.sendSoon(frame);
      deliveries += 1;
    }
    this.#metrics.deliveries += deliveries;
  }

  /** Selects the members of a presence channel who get a marked event; null means all. */
  #audienceOf({ kind, subscribers }: Channel, { channels, mark }: Delivery): ((member: Connection) => boolean) | null {
    const isFor = kind === "presence" && mark !== undefined ? this.#hooks.audienceOf?.(channels) : undefined;
    if (isFor === undefined) return null;
    return (member) => {
      const memberId = subscribers.get(member) ?? null;
      return memberId === null || isFor(memberId);
    };
  }
}

/** The sender's user id; only presence channels reveal it. */
const senderOf = ({ kind }: Channel, { clientEvent }: Delivery): string | undefined =>
  kind === "presence" ? (clientEvent?.userId ?? undefined) : undefined;

/** Announces joins and leaves to this process's subscribers, except the socket that caused them (LIVE-6). */
export function sendPresenceChange(registry: ChannelRegistry, change: RosterChange): void {
  const { kind, appId, channel, info, cause } = change;
  const subscribers = registry.appById(appId)?.channels.get(channel)?.subscribers;
  if (subscribers === undefined) return;
  const userId = JSON.stringify(change.userId);
  const isJoining = kind === "joining";
  const event = isJoining ? "pusher_internal:member_added" : "pusher_internal:member_removed";
  const data = isJoining ? `{"user_id":${userId},"user_info":${info}}` : `{"user_id":${userId}}`;
  const frame = textFrame(encodeEvent({ event, channel, data }));
  for (const connection of subscribers.keys()) if (connection !== cause) connection.wire.send(frame);
}
