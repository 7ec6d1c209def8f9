import { cleanText } from "@cuplaj/protocol/message-text.ts";
import {
  newRoomId,
  type OutgoingFile,
  type PendingFile,
  type PendingMessage,
  type RoomId,
} from "../../state/entities.ts";
import { allPending } from "../../state/messages/pending-messages.ts";
import type { AppState, Effect } from "../../state/shape.ts";
import { andThen, changed, type Change, type Handlers } from "../../state/transition.ts";
import type { AttachmentsEvents, FileProblem, TrayFile } from "../../state/files/attachments-shape.ts";
import { isCleaned, isShrunk } from "@cuplaj/media/file-types.ts";

/** Pictures larger than this, in bytes, are not even read: no camera takes them. */
const pictureBytesMax = 100 * 1024 * 1024;

export const attachmentHandlers: Handlers<
  | keyof AttachmentsEvents
  | `outbox/${"send-asked" | "published" | "loaded"}`
  | `requests/${"send-asked" | "sent"}`
  | "connection/connected"
> = {
  "attachments/chosen": (state, { roomId, files }, { newId }) => {
    const isOriginal = trayOf(state, roomId).some(({ file }) => file.isOriginal);
    const chosen = files.map((bytes) => ({ bytes, ...newFile(state, newId(), bytes, isOriginal) }));
    const tray = [...trayOf(state, roomId), ...chosen.map(({ bytes: _bytes, ...file }) => file)];
    const good = chosen.filter(({ problem }) => problem === null);
    // Saves the tray before the bytes: bytes that no tray names are removed (ATT-6).
    return changed(withTray(state, roomId, tray), [
      saveTray(roomId, tray),
      { type: "hold-files", files: good.map(({ id, bytes, file }) => ({ id, bytes, file })) },
    ]);
  },

  "attachments/removed": (state, { roomId, id }) => {
    const tray = trayOf(state, roomId).filter((file) => file.id !== id);
    const next = savedTray(state, roomId, tray);
    const dropped = changed(next.state, [...next.effects, { type: "drop-files", ids: [id], areShown: false }]);
    return andThen(dropped, (left) => sendHeld(left, roomId));
  },

  "attachments/captioned": (state, { roomId, id, text }) => {
    const tray = trayOf(state, roomId).map((file) => (file.id === id ? { ...file, text } : file));
    return savedTray(state, roomId, tray);
  },

  "attachments/original-chosen": (state, { roomId, isOriginal }) => {
    const tray = trayOf(state, roomId).map((one) => ({ ...one, file: { ...one.file, isOriginal } }));
    const { state: next, effects } = savedTray(state, roomId, tray);
    const again = tray.filter(({ isHeld, problem }) => isHeld && (problem === null || problem === "too-large"));
    const asked = again.map(({ id }): Effect => ({ type: "prepare-file", id, isOriginal }));
    return changed(next, [...effects, ...asked]);
  },

  "attachments/send-asked": (state, { roomId }) => {
    const asked = { draft: state.drafts[roomId] ?? "", ids: trayOf(state, roomId).map(({ id }) => id) };
    return sendHeld({ ...state, askedSends: { ...state.askedSends, [roomId]: asked } }, roomId);
  },

  "attachments/held": (state, { id }) => changeFile(state, id, (one) => ({ ...one, isHeld: true })),

  // Drops a file that was prepared for an outdated choice: its new version follows.
  "attachments/prepared": (state, { id, file }) =>
    changeFile(state, id, (one) =>
      one.file.isOriginal === file.isOriginal ? { ...one, file, problem: problemOf(state, file) } : one,
    ),

  "attachments/refused": (state, { id, problem }) => changeFile(state, id, (one) => ({ ...one, problem })),

  "attachments/loaded": (state, { trays }) => changed({ ...state, trays }),

  // Refused files exist only in this tab.
  "attachments/changed-elsewhere": (state, { roomId, files }) => {
    const refused = trayOf(state, roomId).filter(({ problem }) => problem !== null);
    return changed(withTray(state, roomId, [...files, ...refused]));
  },

  "attachments/progressed": (state, { id, progress }) =>
    changed({ ...state, uploads: { ...state.uploads, [id]: progress } }),

  "outbox/send-asked": (state, { roomId, files = [] }) => {
    if (files.length === 0) return changed(state);
    const sent = new Set(files.map(({ clientId }) => clientId));
    const tray = trayOf(state, roomId).filter(({ id }) => !sent.has(id));
    return savedTray(state, roomId, tray);
  },

  "outbox/published": (state, { clientId }) => withoutProgress(state, clientId),

  "requests/send-asked": (state) => savedTray(state, newRoomId, []),
  "requests/sent": (state, { clientId }) => withoutProgress(state, clientId),

  "outbox/loaded": (state) => changed(state, state.outbox.reads > 2 ? [] : [{ type: "restore-files" }]),

  "connection/connected": (state) => changed(state, [{ type: "wake-uploads" }]),
};

/** Drops the bytes of sent or deleted files, but not of files that a reread did not find (SEND-1). */
export function followAttachments(before: AppState, after: AppState): readonly Effect[] {
  if (before.pending === after.pending || before.outbox.reads !== after.outbox.reads) return [];
  // If the person has signed out, their files stay for their return (SEND-7).
  if (after.session.phase !== "signed-in" || before.outbox.tabId !== after.outbox.tabId) return [];
  const trays = Object.values(after.trays).flatMap((tray) => tray.map(({ id }) => id));
  const held = new Set([...allPending(after).flatMap(filesOf), ...trays]);
  const gone = allPending(before)
    .flatMap(filesOf)
    .filter((id) => !held.has(id));
  return gone.length === 0 ? [] : [{ type: "drop-files", ids: gone, areShown: true }];
}

/** The ids under which a message's uploads run and its bytes are stored. */
const filesOf = ({ clientId, file, request }: PendingMessage): readonly string[] => [
  ...(file || request ? [clientId] : []),
  ...(request?.photos ?? []).map(({ id }) => id),
];

function withoutProgress(state: AppState, clientId: string): Change {
  const { [clientId]: progress, ...uploads } = state.uploads;
  return changed(progress === undefined ? state : { ...state, uploads });
}

function newFile(state: AppState, id: string, bytes: File, isOriginal: boolean): TrayFile {
  const file = { name: bytes.name, bytes: bytes.size, type: bytes.type, width: null, height: null, isOriginal };
  return { id, file, text: "", isHeld: false, problem: problemOf(state, file, true) };
}

/** Checks the size. A picture that will be shrunk may exceed the limit for now. */
function problemOf(state: AppState, file: PendingFile, isShrunkLater = false): FileProblem | null {
  if (file.bytes === 0) return "empty";
  const most = state.settings?.uploadBytesMax ?? Number.POSITIVE_INFINITY;
  const willShrink = isShrunkLater && !file.isOriginal && isShrinkable(file);
  return file.bytes > (willShrink ? pictureBytesMax : most) ? "too-large" : null;
}

function changeFile(state: AppState, id: string, change: (file: TrayFile) => TrayFile): Change {
  const [key, found] = Object.entries(state.trays).find(([, tray]) => tray.some((one) => one.id === id)) ?? [];
  if (!found) return changed(state);
  const roomId = Number(key);
  const tray = found.map((file) => (file.id === id ? change(file) : file));
  return andThen(savedTray(state, roomId, tray), (next) => sendHeld(next, roomId));
}

/** ATT-3a: sends once the device holds the files, unless the draft has changed since. */
function sendHeld(state: AppState, roomId: RoomId): Change {
  const { [roomId]: asked, ...others } = state.askedSends;
  const files = trayOf(state, roomId).filter(({ id }) => asked?.ids.includes(id));
  if (!asked || files.some((file) => !isReady(file))) return changed(state);
  const next = { ...state, askedSends: others };
  const outgoing = outgoingFiles(files, cleanText(asked.draft));
  if (outgoing.length === 0 || (state.drafts[roomId] ?? "") !== asked.draft) return changed(next);
  const event = { type: "outbox/send-asked", roomId, text: cleanText(asked.draft), files: outgoing } as const;
  return changed(next, [{ type: "dispatch", event }]);
}

const savedTray = (state: AppState, roomId: RoomId, tray: readonly TrayFile[]): Change =>
  changed(withTray(state, roomId, tray), [saveTray(roomId, tray)]);

const saveTray = (roomId: RoomId, files: readonly TrayFile[]): Effect => ({ type: "save-tray", roomId, files });

function withTray(state: AppState, roomId: RoomId, tray: readonly TrayFile[]): AppState {
  const { [roomId]: _before, ...others } = state.trays;
  return { ...state, trays: tray.length === 0 ? others : { ...others, [roomId]: tray } };
}

export const trayOf = (state: Pick<AppState, "trays">, roomId: RoomId): readonly TrayFile[] =>
  state.trays[roomId] ?? emptyTray;

const emptyTray: readonly TrayFile[] = [];

/** True once the device holds the file, so that it survives the page (SEND-1), or once it is refused. */
export const isReady = ({ isHeld, problem }: TrayFile): boolean => isHeld || problem !== null;

/** ATT-3: the first file's text is the composer's text, followed by its own. */
export const outgoingFiles = (tray: readonly TrayFile[], written: string): readonly OutgoingFile[] =>
  tray
    .filter(({ problem }) => problem === null)
    .map(({ id, file, text }, index) => ({
      clientId: id,
      file,
      text: (index === 0 ? [written, text] : [text]).map(cleanText).filter(Boolean).join("\n"),
    }));

type Named = Pick<PendingFile, "type" | "name">;

/** Recognizes photos and screenshots by the browser's type, or by name if it has none (HEIC). */
export const isShrinkable = ({ type, name }: Named): boolean =>
  isShrunk(type) || type === "image/heif" || (type === "" && /\.hei[cf]$/i.test(name));

/** ATT-7c: whether a file is in a TIFF or camera raw format, which keeps its personal data. */
export const keepsPersonalData = ({ type, name }: Named): boolean =>
  !isCleaned(type) && /\.(?:tiff?|dng|cr[23]|nef|arw|raf|orf|rw2|pef|srw)$/i.test(name);
