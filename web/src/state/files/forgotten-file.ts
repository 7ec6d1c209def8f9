import type { MessageName, RoomId } from "../entities.ts";
import type { AppState, Effect } from "../shape.ts";
import { changed, type Change } from "../transition.ts";

/** DEL-3: the file of a deleted message leaves the pictures, the list of files, the viewer and what plays it. */
export function forgetFileOf(state: AppState, roomId: RoomId, messageId: MessageName["messageId"]): Change {
  const { filesView, roomFiles } = state;
  const isOf = (path: string): boolean => path.startsWith(`/api/v1/chat/${roomId}/download/${messageId}/`);
  const ended = Object.entries(state.fileWork).filter(([path]) => isOf(path));
  const messages = roomFiles?.messages.filter(({ id }) => id !== messageId) ?? [];
  const isListed = roomFiles?.roomId === roomId && messages.length < roomFiles.messages.length;
  return changed(
    {
      ...state,
      pictures: without(state.pictures, isOf),
      fileWork: without(state.fileWork, isOf),
      filesView: filesView.shown?.id === messageId ? { ...filesView, shown: null } : filesView,
      roomFiles: isListed ? { ...roomFiles, messages, total: roomFiles.total - 1 } : roomFiles,
    },
    ended.map(([path, work]): Effect => ({
      type: "end-file-work",
      path,
      source: work.phase === "playable" ? work.source : null,
    })),
  );
}

function without<Entry>(
  entries: Readonly<Record<string, Entry>>,
  isGone: (path: string) => boolean,
): Readonly<Record<string, Entry>> {
  const left = Object.entries(entries).filter(([path]) => !isGone(path));
  return left.length === Object.keys(entries).length ? entries : Object.fromEntries(left);
}
