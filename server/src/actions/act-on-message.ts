import type { MessageAction } from "@cuplaj/protocol/message.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome, refused, type RefusedWith, refusedWith } from "../kernel/outcome.ts";
import { changeRoom, type ChangeRoomParts, findOwnRoom } from "../rooms/change-room.ts";
import { mayViewRoom, readRoomRef } from "../rooms/rules.ts";
import { mayGive, mayTakeFromOthers } from "./rules.ts";
import type { ActionStore, MessageAct } from "./store.ts";

export interface ActParts extends ChangeRoomParts {
  readonly actions: ActionStore;
}

type ActAsked = Omit<MessageAct, "roomId" | "now" | "participantId" | "mayTakeFromOthers">;

/** The resulting action, or the current holder's action that prevents it. */
export type ActOutcome = Outcome<
  { readonly action: MessageAction },
  RefusedWith<"already_taken_over", { action: MessageAction }>
>;

/** ACT-1: gives or removes a take-over or like. If `roomRef` is an id, this takes one transaction of two round trips (PERF-8). */
export async function actOnMessage(
  parts: ActParts,
  caller: User,
  roomRef: string,
  asked: ActAsked,
): Promise<ActOutcome> {
  const ref = readRoomRef(roomRef);
  if (ref?.by === "id" && mayGive(caller, asked.actionId) && mayViewRoom(caller, true)) {
    const acted = await act(parts, caller, ref.id, asked);
    if (acted !== "not-member") return acted;
  }
  const found = await findOwnRoom(parts.rooms, caller, roomRef);
  if (!found.ok) return found;
  if (!mayGive(caller, asked.actionId)) return refused("forbidden");
  const acted = await act(parts, caller, found.value.id, asked);
  return acted === "not-member" ? refused("forbidden") : acted;
}

async function act(parts: ActParts, caller: User, roomId: number, asked: ActAsked): Promise<ActOutcome | "not-member"> {
  const wish = { ...asked, roomId, participantId: caller.id, mayTakeFromOthers: mayTakeFromOthers(caller) };
  const acted = await changeRoom(parts, roomId, (now) => parts.actions.act({ ...wish, now }));
  switch (acted.outcome) {
    case "done":
      return done({ action: acted.action });
    case "held-by-another":
      return refusedWith("already_taken_over", { action: acted.action });
    case "no-message":
      return refused("not_found");
    case "deleted":
      return refused("conflict");
    case "disabled":
      return refused("unauthenticated");
    case "no-customers-message":
    case "not-holder":
      return refused("forbidden");
    case "not-member":
      return "not-member";
  }
}
