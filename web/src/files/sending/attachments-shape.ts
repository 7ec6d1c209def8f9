import type { OutgoingFile, PendingFile, PendingMessage, RoomId } from "../../state/entities.ts";
import type { Nothing } from "../../state/shape.ts";

declare module "../../state/shape.ts" {
  interface AppState extends AttachmentsState {}
  interface AppEvents extends AttachmentsEvents {}
  interface AppEffects extends AttachmentsEffects {}
}

export type FileProblem = "empty" | "too-large" | "unreadable" | "broken" | "lost";

/** A chosen file in a tray; its id becomes the client id of its message. */
export interface TrayFile {
  readonly id: string;
  readonly file: PendingFile;
  readonly text: string;
  /** Whether the device holds its bytes: from then on it can be sent. */
  readonly isHeld: boolean;
  readonly problem: FileProblem | null;
}

export interface AttachmentsState {
  /** Chosen and not yet sent, by room (ATT-2). */
  readonly trays: Readonly<Record<RoomId, readonly TrayFile[]>>;
  readonly askedSends: Readonly<Record<RoomId, { readonly draft: string; readonly ids: readonly string[] }>>;
  /** Files under way from this tab, by client id. */
  readonly uploads: Readonly<Record<string, { readonly sent: number; readonly total: number }>>;
}

interface FileOf {
  readonly roomId: RoomId;
  readonly id: string;
}

export interface AttachmentsEvents {
  "attachments/chosen": { readonly roomId: RoomId; readonly files: readonly File[] };
  "attachments/removed": FileOf;
  "attachments/captioned": FileOf & { readonly text: string };
  "attachments/original-chosen": { readonly roomId: RoomId; readonly isOriginal: boolean };
  "attachments/send-asked": { readonly roomId: RoomId };
  /** The device holds a file's bytes. */
  "attachments/held": { readonly id: string };
  /** As it will leave. */
  "attachments/prepared": { readonly id: string; readonly file: PendingFile };
  "attachments/refused": { readonly id: string; readonly problem: FileProblem };
  "attachments/loaded": { readonly trays: AttachmentsState["trays"] };
  /** Another tab of the person changed a tray, or sent it. */
  "attachments/changed-elsewhere": { readonly roomId: RoomId; readonly files: readonly TrayFile[] };
  "attachments/progressed": { readonly id: string; readonly progress: AttachmentsState["uploads"][string] };
}

export interface AttachmentsEffects {
  "hold-files": {
    readonly files: readonly { readonly id: string; readonly bytes: File; readonly file: PendingFile }[];
  };
  "prepare-file": { readonly id: string; readonly isOriginal: boolean };
  "save-tray": { readonly roomId: RoomId; readonly files: readonly TrayFile[] };
  /** Deletes the bytes of what was sent, removed or cancelled, and ends what is under way. */
  "drop-files": {
    readonly ids: readonly string[];
    /** Whether their pictures are still shown: those of sent ones, until the stored ones are loaded. */
    readonly areShown: boolean;
  };
  "wake-uploads": Nothing;
  /** Looks after what earlier pages left on the device. */
  "restore-files": Nothing;
  "call-upload": { readonly roomId: RoomId } & OutgoingFile & Pick<PendingMessage, "replyTo">;
}
