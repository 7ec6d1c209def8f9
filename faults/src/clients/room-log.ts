export interface RoomEvent {
  readonly room: number;
  readonly seq: number;
  /** `ChatMessage`, `MessageUpdated`, `MessagesRead`, `RoomUpdated`, `ChatMessageAction` or `OfferUpdated`. */
  readonly kind: string;
  /** A message's id and client_id; null for other events. */
  readonly id: number | null;
  readonly key: string | null;
  readonly author?: AuthorKind;
  readonly action?: ActionShown;
  readonly holder?: HolderShown;
  readonly says?: WordShown;
}

/** A message's unique word; null once it is deleted. */
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

/** The room's holder from then on; null if nobody holds it. */
export interface HolderShown {
  readonly holder: number | null;
}

/**
 * A client's knowledge of a room: every event up to its cursor. Live events apply only in order. Fetched ones are trusted, so that a gap in
 * the server's response remains a gap here.
 */
export interface RoomLog {
  cursor(): number;
  isBehind(): boolean;
  /** Takes a live event; returns the events now shown, or an empty list if it is old or early. */
  live(event: RoomEvent): readonly RoomEvent[];
  /** Takes a sync response, which reaches `head` unless there is more. */
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
