import type { RoomId } from "../state/entities.ts";
import type { ro } from "./ro.ts";

declare module "../state/shape.ts" {
  interface ChatState extends DraftsState {}
  interface ChatEvents extends DraftsEvents {}
  interface ChatEffects extends DraftsEffects {}
  interface Commands extends DraftsCommands {}
  interface Words extends DraftsWords {}
}
type DraftsWords = typeof ro;

/** A draft, or one that made way for a message to be edited (SEND-5). */
export type DraftKind = "draft" | "aside";

export interface DraftsState {
  readonly drafts: Readonly<Record<RoomId, string>>;
  /** Drafts that made way for a message to be edited; each comes back once that one is sent (SEND-5). */
  readonly asides: Readonly<Record<RoomId, string>>;
  /** When this client last whispered that it types in a room, ms since the epoch. */
  readonly whisperedAt: Readonly<Record<RoomId, number>>;
}

export interface DraftsEvents {
  "messages/draft-written": { readonly roomId: RoomId; readonly text: string };
  "drafts/swapped": { readonly roomId: RoomId };
  /** What the device keeps for the person, at the beginning. */
  "drafts/loaded": {
    readonly drafts: Readonly<Record<RoomId, string>>;
    readonly asides: Readonly<Record<RoomId, string>>;
  };
  /** Another page of the person wrote, or sent, what stands in a composer here. */
  "drafts/changed-elsewhere": { readonly roomId: RoomId; readonly kind: DraftKind; readonly text: string };
}

export interface DraftsEffects {
  "save-draft": { readonly roomId: RoomId; readonly kind: DraftKind; readonly text: string };
  /** Drafts of a person (`ownerKey`), by that person's wish (SEND-7). */
  "forget-drafts": { readonly owner: string };
}

export interface DraftsCommands {
  /** Keeps the draft and whispers that somebody types. The room is the composer's own, not "the selected one". */
  readonly writeDraft: (roomId: RoomId, text: string) => void;
  /** Changes the draft with the one that had made way for it. */
  readonly swapDraft: (roomId: RoomId) => void;
}
