import { type Static, Type } from "typebox";

const IdentitySchema = { appId: Type.String(), userId: Type.String() };

/** One roster entry: how many sockets of a person a process holds on a channel; 0 takes the person away. */
const RosterEntrySchema = Type.Object({
  appId: Type.String(),
  channel: Type.String(),
  userId: Type.String(),
  /** JSON text of what the others may know; present when the person is new on that process. */
  info: Type.Optional(Type.String()),
  sockets: Type.Integer({ minimum: 0 }),
});
export type RosterEntry = Static<typeof RosterEntrySchema>;

/** How many subscriptions a process holds on a channel. */
const OccupancyEntrySchema = Type.Object({
  appId: Type.String(),
  channel: Type.String(),
  subscriptions: Type.Integer({ minimum: 0 }),
});
export type OccupancyEntry = Static<typeof OccupancyEntrySchema>;

/** Everything that processes tell each other. */
const BusMessageSchema = Type.Union([
  Type.Object({
    kind: Type.Literal("broadcast"),
    appId: Type.String(),
    channels: Type.Array(Type.String()),
    event: Type.String(),
    data: Type.String(),
    exceptSocketId: Type.Optional(Type.String()),
    /** Set on client events only; these are never kept by cache channels. */
    clientEvent: Type.Optional(Type.Object({ userId: Type.Union([Type.String(), Type.Null()]) })),
  }),
  Type.Object({ kind: Type.Literal("unsubscribe"), ...IdentitySchema, channel: Type.String() }),
  Type.Object({ kind: Type.Literal("close-user"), ...IdentitySchema, code: Type.Integer() }),
  Type.Object({ kind: Type.Literal("handshake"), address: Type.String() }),
  /** A process lives; sent every few seconds. Whoever knows nothing of it yet, or missed something, asks for `roster`. */
  Type.Object({ kind: Type.Literal("alive") }),
  Type.Object({ kind: Type.Literal("ask-roster"), of: Type.Union([Type.String(), Type.Null()]) }),
  Type.Object({
    kind: Type.Literal("roster"),
    /** True replaces all that is known of the sender. */
    isWhole: Type.Boolean(),
    members: Type.Array(RosterEntrySchema),
    occupancy: Type.Array(OccupancyEntrySchema),
  }),
  Type.Object({ kind: Type.Literal("goodbye") }),
]);
export type BusMessage = Static<typeof BusMessageSchema>;

/** A message with its sender and the sender's running number, by which a receiver notices a gap. */
export const BusEnvelopeSchema = Type.Object({
  node: Type.String(),
  number: Type.Integer(),
  message: BusMessageSchema,
});
export type BusEnvelope = Static<typeof BusEnvelopeSchema>;

/** The way between processes. Order per sender is kept; delivery is at most once, and nobody waits for it. */
export interface Bus {
  /** Hands a message to all other processes; never throws, a loss shows as a gap in the numbers. */
  publish(envelope: BusEnvelope): void;
  /** The handler gets the messages of all other processes, and its own where the driver cannot tell them apart. */
  subscribe(handler: (envelope: BusEnvelope) => void): void;
  /** The handler hears of each message that none of our processes said. */
  onStrange(handler: () => void): void;
  isReady(): boolean;
  close(): Promise<void>;
}

/** A bus within one process: the default, and the link between several servers in a test. */
export function createMemoryBus(): MemoryBus {
  const handlers = new Set<(envelope: BusEnvelope) => void>();
  return {
    link(): Bus {
      let own: ((envelope: BusEnvelope) => void) | null = null;
      return {
        publish(envelope) {
          for (const handler of handlers) if (handler !== own) handler(envelope);
        },
        subscribe(handler) {
          own = handler;
          handlers.add(handler);
        },
        onStrange: () => undefined,
        isReady: () => true,
        close() {
          if (own !== null) handlers.delete(own);
          return Promise.resolve();
        },
      };
    },
  };
}

/** Makes one end for each server that takes part; a lone server just takes one `link()`. */
export interface MemoryBus {
  link(): Bus;
}
