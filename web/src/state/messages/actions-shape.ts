import type { CallError, Message, MessageAction, Participant, RoomId } from "../entities.ts";
import type { Nothing } from "../shape.ts";
import type { LoggedWish } from "../wishes.ts";

declare module "../shape.ts" {
  interface AppState extends ActionsState {}
  interface AppEvents extends ActionsEvents {}
  interface AppEffects extends ActionsEffects {}
  interface LoggedKinds {
    ChatMessageAction: MessageAction;
  }
}

export type Target = Pick<Message, "roomId" | "id" | "seq" | "author">;

interface Act {
  readonly messageId: number;
  readonly messageSeq: number;
  readonly isWanted: boolean;
}

/** An optimistic act, overlaid until the log catches up. The last one wins. */
export interface Wish extends Act, LoggedWish {
  readonly kind: MessageAction["kind"];
  readonly authorKind: Participant["kind"];
  readonly origin: ActOrigin;
  /** The act of the call in flight; null once the last call has been answered. */
  readonly sent: Act | null;
  readonly isSlow: boolean;
}

export type ActOrigin = "message" | "room";

export interface ActNotice {
  readonly roomId: RoomId;
  readonly messageId: number;
  readonly origin: ActOrigin;
  readonly said:
    | {
        readonly kind: "refused";
        readonly error: CallError;
        /** The name of the person who was faster. */
        readonly holder: string | null;
      }
    | { readonly kind: "copied" | "not-copied" };
}

export interface Likers {
  readonly roomId: RoomId;
  readonly messageId: number;
  readonly messageSeq: number;
  readonly likes: readonly MessageAction[];
  readonly page: number;
  readonly phase: "loading" | "ready" | "failed";
  readonly hasMore: boolean;
}

export interface ActionsState {
  readonly wishes: Readonly<Record<string, Wish>>;
  readonly notice: ActNotice | null;
  readonly likers: Likers | null;
}

export interface ActionsEvents {
  "actions/wished": Pick<Wish, "kind" | "roomId" | "messageId" | "messageSeq" | "authorKind" | "isWanted" | "origin">;
  "actions/release-asked": { readonly roomId: RoomId; readonly origin: ActOrigin };
  "actions/answered": { readonly key: string; readonly seq: number };
  "actions/failed": { readonly key: string; readonly error: CallError; readonly holder: string | null };
  "actions/slow": { readonly key: string };
  "actions/logged": Nothing;
  "actions/copy-asked": { readonly roomId: RoomId; readonly messageId: number; readonly text: string };
  "actions/copied": { readonly roomId: RoomId; readonly messageId: number; readonly isCopied: boolean };
  "actions/notice-over": Nothing;
  "actions/likers-asked": { readonly message: Message };
  "actions/more-likers-asked": Nothing;
  "actions/likers-loaded": {
    readonly messageId: number;
    readonly page: number;
    readonly actions: readonly MessageAction[];
    readonly hasMore: boolean;
  };
  "actions/likers-failed": { readonly messageId: number; readonly error: CallError };
  "actions/likers-closed": Nothing;
}

export interface ActionsEffects {
  "call-act": { readonly key: string; readonly wish: Wish };
  "copy-of-message": { readonly roomId: RoomId; readonly messageId: number; readonly text: string };
  "call-likers": Pick<Likers, "roomId" | "messageId" | "page">;
}
