import type { Channel } from "pusher-js";
import type Pusher from "pusher-js";
import { userChannel } from "@cuplaj/protocol/channels.ts";
import type { typingWhisper } from "@cuplaj/protocol/events.ts";
import { personFromWire } from "../api/from-wire.ts";
import { readOnlineUser } from "../api/shapes.ts";
import type { Participant, RoomId } from "../state/entities.ts";
import type { ChatEvent } from "../state/events.ts";

/** The whisper's name; the type holds it to the contract without its schemas. */
const typing: typeof typingWhisper = "client-typing";

/** What the subscriptions are built from. */
export interface SubscriptionsSetup {
  readonly pusher: Pusher;
  readonly meId: number;
  readonly roomIdOf: (channel: string) => RoomId | null;
  readonly dispatch: (event: ChatEvent) => void;
  /** What a live event means inside. */
  readonly eventOf: (name: string, data: unknown) => ChatEvent;
}

/** The channels that are held on one connection. */
export interface Subscriptions {
  /** Holds exactly these presence channels from now on. */
  readonly watch: (channels: readonly string[]) => void;
  readonly whisperTyping: (channel: string, name: string) => void;
}

/** Subscribes the person's own channel and, as told, the presence channels of rooms (LIVE-4, LIVE-6). */
export function createSubscriptions(setup: SubscriptionsSetup): Subscriptions {
  const { pusher, meId, roomIdOf, dispatch } = setup;
  const watched = new Set<string>();
  const own = pusher.subscribe(userChannel(meId));
  own.bind("pusher:subscription_succeeded", () => dispatch({ type: "connection/listening" }));
  bindLiveEvents(own, setup);

  function leave(name: string): void {
    if (!watched.delete(name)) return;
    pusher.channel(name)?.unbind_all();
    pusher.unsubscribe(name);
    const roomId = roomIdOf(name);
    if (roomId !== null) dispatch({ type: "presence/here", roomId, people: [] });
  }

  function hold(name: string): void {
    if (watched.has(name)) return;
    watched.add(name);
    const channel = pusher.subscribe(name);
    bindLiveEvents(channel, setup);
    // MSG-6: what came before the channel was held may be missing.
    channel.bind("pusher:subscription_succeeded", () => dispatch({ type: "sync/asked" }));
    // Not signed, or signed and refused where it was used (ROOM-6).
    channel.bind("pusher:subscription_error", () => {
      // pusher-js would wait on, and not subscribe again to the room of somebody who comes back.
      channel.subscriptionPending = false;
      leave(name);
      dispatch({ type: "connection/channel-refused", channel: name });
    });
    bindPresence(channel, (toEvent) => {
      const roomId = roomIdOf(name);
      if (roomId !== null) dispatch(toEvent(roomId));
    });
  }

  return {
    watch: (channels) => {
      const wanted = new Set(channels);
      for (const name of watched) if (!wanted.has(name)) leave(name);
      for (const name of channels) hold(name);
    },
    whisperTyping: (name, personName) => {
      const channel = pusher.channel(name);
      if (channel?.subscribed) channel.trigger(typing, { name: personName, channel: name });
    },
  };
}

/** Whatever its name is: a newer server tells more than this page knows (SYNC-9). */
function bindLiveEvents(channel: Channel, { dispatch, eventOf }: SubscriptionsSetup): void {
  channel.bind_global((name: string, data: unknown) => {
    // The library's own, and whispers, are heard by their names.
    if (!/^(pusher|client-)/.test(name)) dispatch(eventOf(name, data));
  });
}

/** Presence and typing of one room's channel. People are who the server signed them to be, not who they say. */
function bindPresence(channel: Channel, tell: (toEvent: (roomId: RoomId) => ChatEvent) => void): void {
  const roster = new Map<string, Participant>();

  channel.bind("pusher:subscription_succeeded", (members: { each: (hear: (member: unknown) => void) => void }) => {
    roster.clear();
    members.each((member) => add(roster, member));
    tell((roomId) => ({ type: "presence/here", roomId, people: [...roster.values()] }));
  });
  channel.bind("pusher:member_added", (member: unknown) => {
    const person = add(roster, member);
    if (person) tell((roomId) => ({ type: "presence/joining", roomId, person }));
  });
  channel.bind("pusher:member_removed", (member: unknown) => {
    const id = memberId(member);
    const person = roster.get(id);
    roster.delete(id);
    if (person) tell((roomId) => ({ type: "presence/leaving", roomId, person }));
  });
  channel.bind(typing, (_whisper: unknown, signed: unknown) => {
    const person = roster.get(whisperer(signed));
    if (person) tell((roomId) => ({ type: "typing/whispered", roomId, person }));
  });
}

function add(roster: Map<string, Participant>, member: unknown): Participant | null {
  const info = readOnlineUser(fieldOf(member, "info"));
  if (!info) return null;
  const person = personFromWire(info);
  roster.set(memberId(member), person);
  return person;
}

const memberId = (member: unknown): string => String(fieldOf(member, "id"));

const whisperer = (signed: unknown): string => String(fieldOf(signed, "user_id"));

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
