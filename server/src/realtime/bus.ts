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

/** Everything that processes send each other. */
const BusMessageSchema = Type.Union([
  Type.Object({
    kind: Type.Literal("broadcast"),
    appId: Type.String(),
    channels: Type.Array(Type.String()),
    event: Type.String(),
    data: Type.String(),
    exceptSocketId: Type.Optional(Type.String()),
    mark: Type.Optional(Type.Tuple([Type.String(), Type.Number()])),
    /** Set on client events only. */
    clientEvent: Type.Optional(Type.Object({ userId: Type.Union([Type.String(), Type.Null()]) })),
  }),
  Type.Object({ kind: Type.Literal("unsubscribe"), ...IdentitySchema, channel: Type.String() }),
  Type.Object({ kind: Type.Literal("close-user"), ...IdentitySchema, code: Type.Integer() }),
  /** `isKnown`: the socket of an earlier handshake is that of a known person, so it counts no longer. */
  Type.Object({ kind: Type.Literal("handshake"), address: Type.String(), isKnown: Type.Optional(Type.Boolean()) }),
  /** A process lives; sent every second. A receiver that knows nothing of it yet, or missed something, asks for `roster`. */
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

/** The link between processes. It keeps the order of each sender, delivers at most once, and lets nobody wait. */
export interface Bus {
  /** Sends a message to all processes; never throws, a loss shows as a gap in the numbers. */
  publish(envelope: BusEnvelope): void;
  /** Calls the handler with the messages of all processes; its own show that messages arrive. */
  subscribe(handler: (envelope: BusEnvelope) => void): void;
  isReady(): boolean;
  close(): Promise<void>;
}

/** A bus within one process: each server takes a link, a lone one by default, several in a test. */
export function createMemoryBus(): { link(): Bus } {
  const handlers = new Set<(envelope: BusEnvelope) => void>();
  return {
    link() {
      let own: ((envelope: BusEnvelope) => void) | undefined;
      return {
        publish(envelope) {
          for (const handler of handlers) handler(envelope);
        },
        subscribe: (handler) => void handlers.add((own = handler)),
        isReady: () => true,
        async close() {
          if (own !== undefined) handlers.delete(own);
        },
      };
    },
  };
}
