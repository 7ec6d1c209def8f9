import type { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";
import type { CommittedEntry } from "../rooms/log-rules.ts";

/** A closing as ISO 8601; `nextOpen` is null if unknown. */
interface Closing {
  readonly since: string;
  readonly nextOpen: string | null;
}

export interface HoursStore {
  /** Null means always open. */
  read(): Promise<OpeningHours | null>;
  replace(hours: OpeningHours | null): Promise<void>;
  /** Whether the room's log lacks the quiet line of the closing that began then. */
  lacksLine(roomId: number, since: string): Promise<boolean>;
  /** Adds the line, unless another process has. */
  addLine(line: {
    readonly roomId: number;
    readonly customerId: number;
    readonly closing: Closing;
    readonly now: string;
  }): Promise<{ readonly entries: readonly CommittedEntry[] }>;
}
