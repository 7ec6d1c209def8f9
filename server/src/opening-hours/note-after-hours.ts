import type { Member } from "@cuplaj/protocol/participant.ts";
import { isoTime } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { changeRoom, type ChangeRoomParts } from "../rooms/change-room.ts";
import type { KnownHours } from "./current-hours.ts";
import { closedSince, isOpen, nextOpen } from "./rules.ts";
import type { HoursStore } from "./store.ts";

export interface AfterHoursParts extends ChangeRoomParts {
  readonly hours: Pick<HoursStore, "lacksLine" | "addLine">;
  readonly currentHours: { readonly find: () => Promise<Pick<KnownHours, "spans"> | null> };
  readonly log: Pick<Log, "warn">;
}

/**
 * HOURS-1e: after a customer's message while closed, logs a quiet line, once per room and closing. Never throws: the customer's next message makes up
 * for a line that could not be stored (HOURS-1f).
 */
export async function noteAfterHours(
  parts: AfterHoursParts,
  { roomId, author }: { readonly roomId: number; readonly author: Pick<Member, "id" | "type"> },
): Promise<void> {
  if (author.type !== "customer") return;
  const { hours, currentHours, clock, log } = parts;
  try {
    const nowMs = clock.now();
    const known = await currentHours.find();
    if (known === null || isOpen(known.spans, nowMs)) return;
    const opensAtMs = nextOpen(known.spans, nowMs);
    const since = isoTime(closedSince(known.spans, nowMs));
    // Later messages of the closing take neither a lock nor the room's turn.
    if (!(await hours.lacksLine(roomId, since))) return;
    const closing = { since, nextOpen: opensAtMs === null ? null : isoTime(opensAtMs) };
    await changeRoom(parts, roomId, (now) => hours.addLine({ roomId, customerId: author.id, closing, now }));
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "a quiet line about the opening hours could not be stored");
  }
}
