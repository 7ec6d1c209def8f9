import type { User } from "@cuplaj/protocol/participant.ts";
import { takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import { done, invalidField, refused, refusedWith } from "../kernel/outcome.ts";
import { changeRoom, findOwnRoom } from "../rooms/change-room.ts";
import type { ActOutcome, ActParts } from "./act-on-message.ts";
import { mayBringIn } from "../rooms/rules.ts";
import { mayGive, mayTakeFromOthers, readNote } from "./rules.ts";

/** ACT-2: hands the room over to a colleague, who joins it if necessary and is the only one who can read the note. */
export async function handOver(
  parts: ActParts,
  caller: User,
  roomRef: string,
  asked: { readonly to: number; readonly note: string },
): Promise<ActOutcome> {
  const found = await findOwnRoom(parts.rooms, caller, roomRef);
  if (!found.ok) return found;
  if (!mayGive(caller, takeOverAction)) return refused("forbidden");
  const read = readNote(asked.note);
  if (!read.ok) return invalidField("note", read.problem);
  const { id: roomId } = found.value;
  const acted = await changeRoom(parts, roomId, (now) =>
    parts.actions.handOver({
      roomId,
      participantId: caller.id,
      to: asked.to,
      note: read.note,
      mayTakeFromOthers: mayTakeFromOthers(caller),
      mayBringIn: mayBringIn(caller),
      now,
    }),
  );
  switch (acted.outcome) {
    case "done":
      return done({ action: acted.action });
    case "held-by-another":
      return refusedWith("already_taken_over", { action: acted.action });
    case "nobody-holds":
      return refused("conflict");
    case "not-a-colleague":
      return invalidField("to", "not_valid");
    case "not-member":
      return refused("forbidden");
  }
}
