import { type Static, Type } from "typebox";

const IdentitySchema = { appId: Type.String(), userId: Type.String() };

/** The number of sockets that a person has on a channel in one process; 0 removes the person. */
const RosterEntrySchema = Type.Object({
  appId: Type.String(),
  channel: Type.String(),
  userId: Type.String(),
  /** JSON text visible to others; present if the person is new in that process. */
  info: Type.Optional(Type.String()),
  sockets: Type.Integer({ minimum: 0 }),
});
export type RosterEntry = Static<typeof RosterEntrySchema>;

const OccupancyEntrySchema = Type.Object({
  appId: Type.String(),
  channel: Type.String(),
  subscriptions: Type.Integer({ minimum: 0 }),
});
export type OccupancyEntry = Static<typeof OccupancyEntrySchema>;

const BusMessageSchema = Type.Union([
  Type.Object({
    kind: Type.Literal("broadcast"),
    appId: Type.String(),
    channels: Type.Array(Type.String()),
    event: Type.String(),
    data: Type.String(),
    exceptSocketId: Type.Optional(Type.String()),
    mark: Type.Optional(Type.Tuple([Type.String(), Type.Number()])),
    /** Present only for client events. */
    clientEvent: Type.Optional(Type.Object({ userId: Type.Union([Type.String(), Type.Null()]) })),
  }),
  Type.Object({ kind: Type.Literal("unsubscribe"), ...IdentitySchema, channel: Type.String() }),
  Type.Object({ kind: Type.Literal("close-user"), ...IdentitySchema, code: Type.Integer() }),
  /** `isKnown`: an earlier handshake turned out to be from a known person and no longer counts. */
  Type.Object({ kind: Type.Literal("handshake"), address: Type.String(), isKnown: Type.Optional(Type.Boolean()) }),
  /** A heartbeat, sent every second. A receiver that does not know the sender, or missed a message, asks for `roster`. */
  Type.Object({ kind: Type.Literal("alive") }),
  Type.Object({ kind: Type.Literal("ask-roster"), of: Type.Union([Type.String(), Type.Null()]) }),
  Type.Object({
    kind: Type.Literal("roster"),
    /** Whether this replaces everything known about the sender. */
    isWhole: Type.Boolean(),
    members: Type.Array(RosterEntrySchema),
    occupancy: Type.Array(OccupancyEntrySchema),
  }),
  Type.Object({ kind: Type.Literal("goodbye") }),
]);
export type BusMessage = Static<typeof BusMessageSchema>;

/** A message with its sender and the sender's sequence number, which reveals gaps. */
export const BusEnvelopeSchema = Type.Object({
  node: Type.String(),
  number: Type.Integer(),
  message: BusMessageSchema,
});
export type BusEnvelope = Static<typeof BusEnvelopeSchema>;

/** The link between processes. It preserves each sender's order, delivers at most once, and never blocks. */
export interface Bus {
  /** Sends a message to all processes. Never throws; a lost message shows as a gap in the numbers. */
  publish(envelope: BusEnvelope): void;
  /** Passes the messages of all processes to the handler, including this one's own, which prove that the bus works. */
  subscribe(handler: (envelope: BusEnvelope) => void): void;
  isReady(): boolean;
  close(): Promise<void>;
}

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
