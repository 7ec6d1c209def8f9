import type { RoomId } from "../state/entities.ts";
import type { ro } from "./ro.ts";

declare module "../state/shape.ts" {
  interface AppState extends DraftsState {}
  interface AppEvents extends DraftsEvents {}
  interface AppEffects extends DraftsEffects {}
  interface Commands extends DraftsCommands {}
  interface Words extends DraftsWords {}
}
type DraftsWords = typeof ro;

/** A draft, or one stashed for a message that is being edited (SEND-5). */
export type DraftKind = "draft" | "stash";

export interface DraftsState {
  readonly drafts: Readonly<Record<RoomId, string>>;
  /** Drafts stashed for a message that is being edited; each comes back once that one is sent (SEND-5). */
  readonly stashedDrafts: Readonly<Record<RoomId, string>>;
}

export interface DraftsEvents {
  "messages/draft-written": { readonly roomId: RoomId; readonly text: string };
  "drafts/swapped": { readonly roomId: RoomId };
  /** What the device has of the person, at the beginning. */
  "drafts/loaded": {
    readonly drafts: Readonly<Record<RoomId, string>>;
    readonly stashed: Readonly<Record<RoomId, string>>;
  };
  /** Another tab of the person wrote, or sent, what stands in a composer here. */
  "drafts/changed-elsewhere": { readonly roomId: RoomId; readonly kind: DraftKind; readonly text: string };
}

export interface DraftsEffects {
  "save-draft": { readonly roomId: RoomId; readonly kind: DraftKind; readonly text: string };
  /** Drafts of a person (`ownerKey`), by that person's wish (SEND-7). */
  "forget-drafts": { readonly owner: string };
}

export interface DraftsCommands {
  /** Stores the draft, and whispers that somebody types. The room is the composer's own, not "the selected one". */
  readonly writeDraft: (roomId: RoomId, text: string) => void;
  /** Exchanges the draft with the stashed one. */
  readonly swapDraft: (roomId: RoomId) => void;
}
