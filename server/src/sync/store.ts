import type { LoggedEvent, Stretch } from "./rules.ts";

/** The logs of rooms (MSG-5): only ever added to, so that what is read below a head never changes. */
export interface EventLog {
  /**
   * The events of all stretches, ascending by room and `seq`; a stretch never goes past its room's head. They end where the texts
   * of messages come to what an answer holds (`syncBytesMax`): no more is read than can be given.
   */
  listEvents(stretches: readonly Stretch[]): Promise<readonly LoggedEvent[]>;
}
