import { type Target, frame, type RawConnection, type RawListener, socketPath, upgradeHead } from "./raw-connection.ts";

/** The attack: far more than honest clients do, but no more than the sending machine can sustain. */
export const attack = {
  sockets: 2000,
  addresses: 20,
  /** The mean time before a dropped stranger comes back, ms, varied by half so that they do not act in step. */
  comesAgainMs: 1000,
  /** The interval between the bytes of half a handshake, ms. */
  byteEveryMs: 2000,
  /** A message in one-byte fragments of 7 bytes each on the wire, 0.1 MB in all and within the limits on frames. */
  pieces: 16_000,
  piecesPerSecond: 400,
  /** Pings and pongs, alternating. */
  controlFramesPerSecond: 400,
  /** How long a connection stays open after a refusal, ms, before it sends a byte, ends and comes back. */
  heldMs: 5000,
} as const;

/** How a stranger behaves on one connection. `tick` runs every `tickMs` while the connection is open. */
export interface Misbehaviour {
  readonly kind: string;
  begin(
    target: Target,
    turn: number,
  ): Pick<RawListener, "holdsOn" | "onOpen" | "onAnswer"> & { tick?(connection: RawConnection): void };
}

/** The length of a tick, ms; amounts per second are spread over the ticks. */
export const tickMs = 50;
const perTick = (perSecond: number): number => (perSecond * tickMs) / 1000;
const ticksOf = (ms: number): number => ms / tickMs;

const ask = (target: Target) => (connection: RawConnection) => connection.write(upgradeHead(socketPath(target)));

const silent: Misbehaviour = { kind: "silent connection", begin: () => ({ onOpen: () => undefined }) };

const half: Misbehaviour = {
  kind: "half handshake",
  begin(target) {
    let ticks = 0;
    return {
      onOpen: (connection) => connection.write(`${upgradeHead(socketPath(target)).slice(0, -2)}X-Slow: `),
      tick(connection) {
        ticks += 1;
        if (ticks % ticksOf(attack.byteEveryMs) === 0) connection.write("x");
      },
    };
  },
};

const neverAuthorized: Misbehaviour = { kind: "never authorized", begin: (target) => ({ onOpen: ask(target) }) };

const firstPiece = frame(0x01, "x");
const nextPieces = Buffer.concat(Array.from({ length: perTick(attack.piecesPerSecond) }, () => frame(0x00, "x")));

const fragments: Misbehaviour = {
  kind: "endless fragments",
  begin(target) {
    let [isOpen, sent] = [false, 0];
    return {
      onOpen: ask(target),
      onAnswer(connection, status) {
        isOpen = status === 101;
        if (isOpen) connection.write(firstPiece);
      },
      tick(connection) {
        if (!isOpen || sent >= attack.pieces) return;
        connection.write(nextPieces);
        sent += perTick(attack.piecesPerSecond);
      },
    };
  },
};

const controlFrames = Buffer.concat(
  Array.from({ length: perTick(attack.controlFramesPerSecond) }, (_, index) =>
    frame(index % 2 === 0 ? 0x8a : 0x89, "x"),
  ),
);

const controlFlood: Misbehaviour = {
  kind: "control-frame flood",
  begin(target) {
    let isOpen = false;
    return {
      onOpen: ask(target),
      onAnswer: (_, status) => (isOpen = status === 101),
      tick: (connection) => void (isOpen && connection.write(controlFrames)),
    };
  },
};

const refused: Misbehaviour = {
  kind: "refused upgrade held open",
  begin(target, turn) {
    let ticksHeld = -1;
    const isByPath = turn % 2 === 0;
    return {
      holdsOn: true,
      onOpen: (connection) =>
        connection.write(
          isByPath ? upgradeHead("/elsewhere") : upgradeHead(socketPath(target), "https://evil.example"),
        ),
      onAnswer: () => (ticksHeld = 0),
      tick(connection) {
        if (ticksHeld < 0) return;
        ticksHeld += 1;
        if (ticksHeld === ticksOf(attack.heldMs)) connection.write("x");
        if (ticksHeld > ticksOf(attack.heldMs)) connection.end();
      },
    };
  },
};

/** All six kinds. The strangers at each address take turns with them. */
export const misbehaviours: readonly Misbehaviour[] = [silent, half, neverAuthorized, fragments, controlFlood, refused];
