import { retryLater, withoutFailure } from "../state/retries/retries-state.ts";
import type { RoomId } from "../state/entities.ts";
import type { AppState } from "../state/shape.ts";
import { changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";
import type { FilesEvents, FileWork, RoomFiles } from "../state/files/files-shape.ts";

export const roomFilesHandlers: Handlers<Exclude<keyof FilesEvents, `files/picture-${string}`>> = {
  "files/storage-known": (state, { trouble }) =>
    trouble === state.storageTrouble
      ? changed(state)
      : changed(
          { ...state, storageTrouble: trouble },
          state.storageTrouble === null ? [{ type: "recheck-storage" }] : [],
        ),
  "files/work-asked": beginWork,
  "files/progressed": (state, { path, doneBytes }) => {
    const work = state.fileWork[path];
    return work && "doneBytes" in work ? withWork(state, path, { ...work, doneBytes }) : changed(state);
  },
  "files/playable": (state, { path, source }) => withWork(state, path, { phase: "playable", source }),
  "files/work-failed": (state, { path, error }) =>
    state.fileWork[path] ? withWork(state, path, { phase: "failed", error }) : changed(state),
  "files/work-over": (state, { path }) => {
    const { [path]: work, ...fileWork } = state.fileWork;
    if (!work) return changed(state);
    const source = work.phase === "playable" ? work.source : null;
    return changed({ ...state, fileWork }, [{ type: "end-file-work", path, source }]);
  },

  "files/more-asked": loadMore,
  "files/list-loaded": listLoaded,
  "files/list-failed": (state, { roomId, error }, context) => {
    const { roomFiles } = state;
    if (roomFiles?.roomId !== roomId) return changed(state);
    const failed = { ...state, roomFiles: { ...roomFiles, phase: "failed" as const, error } };
    return retryLater(failed, failureKey(roomId), error, context);
  },

  /** Opening an overlay first loads the newest page of the list. */
  "files/viewed": (state, { view }) => {
    const { filesView } = state;
    const next = { ...filesView, ...view };
    if (next.galleryRoomId === filesView.galleryRoomId && next.shown === filesView.shown) return changed(state);
    const roomId = next.shown?.roomId ?? next.galleryRoomId;
    const isOpen = filesView.shown !== null || filesView.galleryRoomId !== null;
    const viewed = { ...state, filesView: next };
    return roomId === null || isOpen ? changed(viewed) : loadList(viewed, roomId);
  },
};

export const retryRoomFiles = (state: AppState, isDue: IsDue): Change =>
  state.roomFiles?.phase === "failed" && isDue(failureKey(state.roomFiles.roomId)) ? loadMore(state) : changed(state);

export const hasMoreFiles = ({ page, total, messages }: RoomFiles): boolean => page === 0 || messages.length < total;

const failureKey = (roomId: RoomId): string => `files.${roomId}`;

function loadList(state: AppState, roomId: RoomId): Change {
  const held = state.roomFiles?.roomId === roomId ? state.roomFiles.messages : [];
  const roomFiles: RoomFiles = { roomId, messages: held, page: 0, total: held.length, phase: "loading", error: null };
  return changed({ ...state, roomFiles }, [{ type: "call-room-files", roomId, page: 1 }]);
}

function loadMore(state: AppState): Change {
  const { roomFiles } = state;
  if (!roomFiles || roomFiles.phase === "loading" || !hasMoreFiles(roomFiles)) return changed(state);
  const { roomId, page } = roomFiles;
  return changed({ ...state, roomFiles: { ...roomFiles, phase: "loading" } }, [
    { type: "call-room-files", roomId, page: page + 1 },
  ]);
}

function listLoaded(state: AppState, { roomId, messages, page, total }: FilesEvents["files/list-loaded"]): Change {
  if (state.roomFiles?.roomId !== roomId) return changed(state);
  const all = new Map([...state.roomFiles.messages, ...messages].map((message) => [message.seq, message]));
  const sorted = [...all.values()].toSorted((a, b) => b.seq - a.seq);
  // An empty page ends the list, whatever the total.
  const known = messages.length === 0 ? sorted.length : total;
  const roomFiles: RoomFiles = { roomId, messages: sorted, page, total: known, phase: "ready", error: null };
  return changed({ ...withoutFailure(state, failureKey(roomId)), roomFiles });
}

function beginWork(state: AppState, { message, phase }: FilesEvents["files/work-asked"]): Change {
  const { file } = message;
  const known = file ? state.fileWork[file.path] : undefined;
  if (!file || (known && "doneBytes" in known)) return changed(state);
  const begun = { ...state.fileWork, [file.path]: { phase, doneBytes: 0 } };
  return changed({ ...state, fileWork: begun }, [{ type: "fetch-file", phase, message, file }]);
}

const withWork = (state: AppState, path: string, work: FileWork): Change =>
  changed({ ...state, fileWork: { ...state.fileWork, [path]: work } });
