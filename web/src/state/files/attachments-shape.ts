import type { OutgoingFile, PendingFile, PendingMessage, PendingRequest, RoomId } from "../entities.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends AttachmentsState {}
  interface AppEvents extends AttachmentsEvents {}
  interface AppEffects extends AttachmentsEffects {}
}

export type FileProblem = "empty" | "too-large" | "unreadable" | "broken" | "lost";

/** A chosen file in a tray; its id becomes the `clientId` of its message. */
export interface TrayFile {
  readonly id: string;
  readonly file: PendingFile;
  readonly text: string;
  /** Whether the device holds the file's bytes, so that the file can be sent. */
  readonly isHeld: boolean;
  readonly problem: FileProblem | null;
}

export interface AttachmentsState {
  readonly trays: Readonly<Record<RoomId, readonly TrayFile[]>>;
  readonly askedSends: Readonly<Record<RoomId, { readonly draft: string; readonly ids: readonly string[] }>>;
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
  "attachments/held": { readonly id: string };
  "attachments/prepared": { readonly id: string; readonly file: PendingFile };
  "attachments/refused": { readonly id: string; readonly problem: FileProblem };
  "attachments/loaded": { readonly trays: AttachmentsState["trays"] };
  /** Another of the person's tabs changed or sent a tray. */
  "attachments/changed-elsewhere": { readonly roomId: RoomId; readonly files: readonly TrayFile[] };
  "attachments/progressed": { readonly id: string; readonly progress: AttachmentsState["uploads"][string] };
}

export interface AttachmentsEffects {
  "hold-files": {
    readonly files: readonly { readonly id: string; readonly bytes: File; readonly file: PendingFile }[];
  };
  "prepare-file": { readonly id: string; readonly isOriginal: boolean };
  "save-tray": { readonly roomId: RoomId; readonly files: readonly TrayFile[] };
  /** Deletes the bytes of files and cancels their uploads. */
  "drop-files": {
    readonly ids: readonly string[];
    /** Whether the files' pictures stay visible, as those of sent files do until the stored ones load. */
    readonly areShown: boolean;
  };
  "wake-uploads": Nothing;
  "restore-files": Nothing;
  "call-request": Pick<PendingMessage, "clientId" | "text"> & { readonly request: PendingRequest };
  "call-upload": { readonly roomId: RoomId } & OutgoingFile & Pick<PendingMessage, "replyTo">;
}
