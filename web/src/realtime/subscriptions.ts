import { typingWhisper } from "@cuplaj/protocol/channels.ts";
import { lookupIdsMax } from "@cuplaj/protocol/limits.ts";
import { personFromWire } from "../api/from-wire.ts";
import { fieldsOf, isText, readOnlineUser } from "../api/shapes.ts";
import type { Outside } from "../state/part.ts";
import type { Participant, RoomId } from "../state/entities.ts";
import type { Connection, Frame } from "./connection.ts";
import type { GatheredEvents } from "./gather-events.ts";
import type { AppEvent } from "../state/shape.ts";
import type { CallAnswer } from "@cuplaj/protocol/calls.ts";
import type { ApiClient } from "../api/api-client.ts";
import { isRefusal } from "../state/retries/may-pass.ts";
import { reconnectDelayMs } from "../state/retries/retry-delay.ts";

const answerMaxMs = 10_000;
/** Maximum number of people per channel, the same as the server's. */
const peopleMax = 1000;

interface SubscriptionsSetup extends AuthorizeSetup, Pick<Outside, "store" | "liveEventOf"> {
  readonly ownChannel: string;
  readonly connection: () => Connection;
  readonly events: GatheredEvents;
}

interface Channel {
  readonly name: string;
  readonly people: Map<string, Participant>;
  phase: "wanted" | "signing" | "requested" | "subscribed" | "refused";
}

export class Subscriptions {
  readonly #setup: SubscriptionsSetup;
  readonly #own: Channel;
  readonly #channels = new Map<string, Channel>();
  #socketId: string | null = null;
  #cancelAnswer = (): void => undefined;

  constructor(setup: SubscriptionsSetup) {
    this.#setup = setup;
    this.#own = this.#add(setup.ownChannel);
  }

  watch(names: readonly string[]): void {
    const wanted = new Set(names);
    for (const channel of this.#channels.values()) {
      if (channel !== this.#own && !wanted.has(channel.name)) this.#leave(channel);
    }
    for (const name of names) if (!this.#channels.has(name)) this.#add(name);
    this.#sign();
  }

  whisperTyping(channel: string, name: string): void {
    const isSubscribed = this.#channels.get(channel)?.phase === "subscribed";
    if (isSubscribed) this.#setup.connection().send(typingWhisper, { name, channel }, channel);
  }

  onUp(socketId: string): void {
    this.#socketId = socketId;
    this.#sign();
  }

  onDown(): void {
    this.#socketId = null;
    this.#cancelAnswer();
    for (const channel of this.#channels.values()) channel.phase = "wanted";
  }

  onFrame({ event, channel: name, data, userId }: Frame): void {
    const { liveEventOf, events } = this.#setup;
    const channel = this.#channels.get(name);
    if (!channel) return;
    const { user_id: id, user_info: info } = fieldsOf(data);
    if (event === "pusher_internal:subscription_succeeded") this.#succeed(channel, data);
    else if (event === "pusher:subscription_error") this.#refuse(channel);
    else if (event === "pusher_internal:member_added") {
      this.#announcePerson(channel, "presence/joining", withMember(channel, id, info));
    } else if (event === "pusher_internal:member_removed") {
      this.#announcePerson(channel, "presence/leaving", channel.people.get(keyOf(id)));
      channel.people.delete(keyOf(id));
    } else if (event === typingWhisper)
      this.#announcePerson(channel, "typing/whispered", channel.people.get(keyOf(userId)));
    // Accepts any name, since a newer server may broadcast unknown events (SYNC-9).
    else if (!/^(pusher|client-)/.test(event)) events.receive(liveEventOf(event, data));
  }

  #add(name: string): Channel {
    const channel: Channel = { name, people: new Map(), phase: "wanted" };
    this.#channels.set(name, channel);
    return channel;
  }

  #sign(): void {
    if (this.#socketId === null) return;
    const wanted = [...this.#channels.values()].filter(({ phase }) => phase === "wanted");
    for (let from = 0; from < wanted.length; from += lookupIdsMax) {
      void this.#signBatch(this.#socketId, wanted.slice(from, from + lookupIdsMax));
    }
  }

  async #signBatch(socketId: string, channels: readonly Channel[]): Promise<void> {
    for (const channel of channels) channel.phase = "signing";
    const body = { socket_id: socketId, channel_names: channels.map(({ name }) => name) };
    const isCurrent = (): boolean => this.#socketId === socketId;
    const signatures = await authorizeChannels(this.#setup, body, isCurrent);
    for (const channel of channels) {
      const signature = signatures[channel.name];
      if (!isCurrent() || this.#channels.get(channel.name) !== channel) continue;
      if (signature) this.#request(channel, signature);
      else this.#refuse(channel);
    }
  }

  #request(channel: Channel, signature: object): void {
    const { connection, clock } = this.#setup;
    channel.phase = "requested";
    connection().send("pusher:subscribe", { ...signature, channel: channel.name });
    if (channel === this.#own) this.#cancelAnswer = clock.later(answerMaxMs, () => connection().giveUp());
  }

  #succeed(channel: Channel, data: unknown): void {
    const { pass, receive } = this.#setup.events;
    const isFirst = channel.phase !== "subscribed";
    channel.phase = "subscribed";
    if (channel === this.#own) this.#cancelAnswer();
    this.#replacePeople(channel, fieldsOf(fieldsOf(fieldsOf(data)["presence"])["hash"]));
    if (channel === this.#own && isFirst) pass({ type: "connection/listening" });
    // MSG-6: the page may have missed events before it held the channel, or while the server had revoked it.
    else if (isFirst) pass({ type: "sync/asked" });
    else receive({ type: "sync/asked" });
  }

  /** Handles a channel that was not signed, or that was refused despite its signature (ROOM-6). */
  #refuse(channel: Channel): void {
    if (channel === this.#own) {
      channel.phase = "refused";
      this.#cancelAnswer();
      this.#setup.events.pass({ type: "connection/refused" });
      return;
    }
    this.#leave(channel);
    this.#setup.events.pass({ type: "connection/channel-refused", channel: channel.name });
  }

  #leave(channel: Channel): void {
    this.#channels.delete(channel.name);
    const isRequested = channel.phase === "requested" || channel.phase === "subscribed";
    if (isRequested) this.#setup.connection().send("pusher:unsubscribe", { channel: channel.name });
    this.#replacePeople(channel, {});
  }

  #replacePeople(channel: Channel, infos: Readonly<Record<string, unknown>>): void {
    channel.people.clear();
    for (const [id, info] of Object.entries(infos)) withMember(channel, id, info);
    const people = [...channel.people.values()];
    this.#announce(channel, (roomId) => ({ type: "presence/here", roomId, people }));
  }

  #announcePerson(channel: Channel, type: PersonEvent, person: Participant | null | undefined): void {
    if (person) this.#announce(channel, (roomId) => ({ type, roomId, person }));
  }

  #announce({ name }: Channel, toEvent: (roomId: RoomId) => AppEvent): void {
    const { store, events } = this.#setup;
    const room = Object.values(store.getState().rooms.byId).find(({ channel }) => channel === name);
    if (room) events.pass(toEvent(room.id));
  }
}

type PersonEvent = "presence/joining" | "presence/leaving" | "typing/whispered";

const keyOf = (id: unknown): string => (isText(id) ? id : JSON.stringify(id ?? null));

function withMember({ people }: Channel, id: unknown, info: unknown): Participant | null {
  const known = readOnlineUser(info);
  if (!known || people.size >= peopleMax) return null;
  const person = personFromWire(known);
  people.set(keyOf(id), person);
  return person;
}

type AuthorizeSetup = Pick<Outside, "clock" | "random"> & { readonly api: Pick<ApiClient, "call"> };

/** Authorizes channels with one call (LIVE-2), retried while the socket lives and the server is unavailable. Refused channels are missing or null. */
async function authorizeChannels(
  { api, clock, random }: AuthorizeSetup,
  body: { readonly socket_id: string; readonly channel_names: string[] },
  isCurrent: () => boolean,
): Promise<CallAnswer<"authorizeChannels">["channels"]> {
  for (let attempt = 0; isCurrent(); attempt += 1) {
    const result = await api.call("authorizeChannels", { body });
    if (result.ok) return result.value.channels;
    if (isRefusal(result.error)) break;
    const delayMs = reconnectDelayMs(attempt, random(), result.error);
    await new Promise<void>((resolve) => void clock.later(delayMs, resolve));
  }
  return {};
}
