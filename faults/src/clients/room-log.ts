export interface RoomEvent {
  readonly room: number;
  readonly seq: number;
  /** The event's name on the wire. */
  readonly kind: string;
  /** The id and client_id of a message; null for other events. */
  readonly id: number | null;
  readonly key: string | null;
  readonly author?: AuthorKind;
  readonly action?: ActionShown;
  readonly holder?: HolderShown;
  readonly says?: WordShown;
}

/** The unique word of a message; null once the message is deleted. */
export interface WordShown {
  readonly message: number;
  readonly word: string | null;
}

export type AuthorKind = "customer" | "erp" | "agent";

export interface ActionShown {
  readonly message: number;
  readonly person: number;
  readonly action: "like" | "take-over";
  readonly isGiven: boolean;
}

/** The room's holder after an event; null if the room is free. */
export interface HolderShown {
  readonly holder: number | null;
}

/**
 * A client's knowledge of a room: every event up to its cursor. Live events are applied only in order. Fetched ones are trusted, so that a gap in the
 * server's response remains a gap here.
 */
export interface RoomLog {
  cursor(): number;
  isBehind(): boolean;
  /** Receives a live event. Returns the events that are now shown: an empty list if the event is old or early. */
  live(event: RoomEvent): readonly RoomEvent[];
  /** Receives the response of a sync, which reaches `head` unless more is to follow. */
  fetched(events: readonly RoomEvent[], head: number, hasMore: boolean): readonly RoomEvent[];
  receiveHead(seq: number): void;
}

export function createRoomLog(base: number): RoomLog {
  let cursor = base;
  let head = base;
  const early = new Map<number, RoomEvent>();
  const drain = (): RoomEvent[] => {
    const shown: RoomEvent[] = [];
    for (const seq of early.keys()) if (seq <= cursor) early.delete(seq);
    for (let next = early.get(cursor + 1); next !== undefined; next = early.get(cursor + 1)) {
      early.delete(next.seq);
      cursor = next.seq;
      shown.push(next);
    }
    return shown;
  };
  return {
    cursor: () => cursor,
    isBehind: () => early.size > 0 || head > cursor,
    receiveHead: (seq) => void (head = Math.max(head, seq)),
    live(event) {
      head = Math.max(head, event.seq);
      if (event.seq > cursor) early.set(event.seq, event);
      return drain();
    },
    fetched(events, newHead, hasMore) {
      const shown: RoomEvent[] = [];
      for (const event of events) {
        if (event.seq <= cursor) continue;
        cursor = event.seq;
        shown.push(event);
      }
      if (!hasMore) cursor = Math.max(cursor, newHead);
      head = Math.max(head, newHead);
      return [...shown, ...drain()];
    },
  };
}
