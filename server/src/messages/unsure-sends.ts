/** A send of which nobody knows whether it was committed: the store went away before it answered (ERR-3). */
export interface UnsureSend {
  readonly roomId: number;
  readonly authorId: number;
  readonly clientId: string;
  /** When it was sent first and last without an answer, ms since the epoch. */
  readonly atMs: number;
  readonly triedAtMs: number;
}

/** The unsure sends of this process. In another one, and of those that are forgotten, clients find the message by catching up. */
export interface UnsureSends {
  remember(send: UnsureSend): void;
  /** Those of these rooms. */
  of(roomIds: Iterable<number>): readonly UnsureSend[];
  forget(send: UnsureSend): void;
}

/** Keeps the latest `keptMax`. */
export function createUnsureSends(keptMax = 10_000): UnsureSends {
  const sends = new Map<string, UnsureSend>();
  const byRoom = new Map<number, Set<string>>();
  const keyOf = ({ authorId, clientId }: UnsureSend): string => `${authorId} ${clientId}`;
  const forget = (send: UnsureSend): void => {
    const key = keyOf(send);
    sends.delete(key);
    const ofRoom = byRoom.get(send.roomId);
    ofRoom?.delete(key);
    if (ofRoom?.size === 0) byRoom.delete(send.roomId);
  };
  return {
    remember(send) {
      const known = sends.get(keyOf(send));
      if (known !== undefined) forget(known);
      const kept = { ...send, atMs: known?.atMs ?? send.atMs };
      const [oldest] = sends.values();
      if (sends.size >= keptMax && oldest !== undefined) forget(oldest);
      sends.set(keyOf(send), kept);
      const ofRoom = byRoom.get(send.roomId) ?? new Set();
      byRoom.set(send.roomId, ofRoom.add(keyOf(send)));
    },
    of(roomIds) {
      if (sends.size === 0) return [];
      const keys = [...roomIds].flatMap((roomId) => [...(byRoom.get(roomId) ?? [])]);
      return keys.flatMap((key) => sends.get(key) ?? []);
    },
    forget,
  };
}
