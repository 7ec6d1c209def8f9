/** An event of a room as it came, live or fetched. */
export interface RoomEvent {
  readonly room: number;
  readonly seq: number;
  /** `ChatMessage`, `MessageUpdated`, `MessagesRead`, `RoomUpdated` or `ChatMessageAction`. */
  readonly kind: string;
  /** The message's id and client_id, null for the others. */
  readonly id: number | null;
  readonly key: string | null;
  /** Of a message: what kind of person wrote it. */
  readonly author?: AuthorKind;
  readonly action?: ActionShown;
  readonly holder?: HolderShown;
  readonly says?: WordShown;
}

/** What a message says: a word that no other text has, and null once it is deleted. */
export interface WordShown {
  readonly message: number;
  readonly word: string | null;
}

export type AuthorKind = "customer" | "erp" | "agent";

/** Whose like or take-over of which message was given, or removed. */
export interface ActionShown {
  readonly message: number;
  readonly person: number;
  readonly action: "like" | "take-over";
  readonly isGiven: boolean;
}

/** Who holds the room since then; null for nobody. */
export interface HolderShown {
  readonly holder: number | null;
}

/**
 * What a client knows of a room: every event up to its cursor. Live events are applied in their turn alone; what was fetched
 * is taken at its word, so that a hole in the server's answer is a hole in this log too.
 */
export interface RoomLog {
  cursor(): number;
  /** True while something is known to be missing. */
  isBehind(): boolean;
  /** Takes a live event; answers the events that are shown by it, none when it is old or early. */
  live(event: RoomEvent): readonly RoomEvent[];
  /** Takes an answer of sync that ends at `head`, where it says that this is all. */
  fetched(events: readonly RoomEvent[], head: number, hasMore: boolean): readonly RoomEvent[];
  /** The head was told: `RoomHeads`. */
  receiveHead(seq: number): void;
}

/** A log that starts after `base`. */
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
