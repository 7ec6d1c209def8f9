import { retryLater, withoutFailure } from "../retries/retries-state.ts";
import type { CallError, MessageName, RoomId } from "../entities.ts";
import type { AppState, Effect } from "../shape.ts";
import { changed, type Change, type Handlers, type IsDue, andThen } from "../transition.ts";
import type { FilesEvents, Picture } from "./files-shape.ts";

export const picturesLoadingMax = 4;
/** SEE-2: at most this many bytes stay cached for hidden pictures; the least recently shown are evicted first. */
export const picturesCachedBytesMax = 48 * 1024 * 1024;

type PictureEvents = Extract<keyof FilesEvents, `files/picture-${string}`>;

const wantedNew: Picture = { phase: "waiting", wanted: 1, source: null, bytes: 0, error: null };

export const pictureHandlers: Handlers<PictureEvents> = {
  "files/picture-wanted": (state, { path }) => wantPicture(state, path),
  "files/picture-dropped": (state, { path }) => dropPicture(state, path),

  "files/picture-loaded": (state, { path, source, bytes }) => {
    const known = state.pictures[path];
    if (!known) return changed(state, [{ type: "forget-picture", path, source }]);
    const picture: Picture = { ...known, phase: "ready", source, bytes, error: null };
    const pictures = withinLimits({ ...state.pictures, [path]: picture });
    return loadWaiting({ ...withoutFailure(state, failureKey(path)), pictures });
  },

  "files/picture-failed": (state, { path, error }, context) => {
    const known = state.pictures[path];
    if (!known) return changed(state);
    const failed = withPicture(state, path, { ...known, phase: "failed", error });
    return andThen(retryLater(failed, failureKey(path), error, context), loadWaiting);
  },

  "files/picture-again": (state, { path }) => loadWaiting(waitingAgain(state, path, null)),
};

export function wantPicture(state: AppState, path: string): Change {
  const { [path]: known, ...others } = state.pictures;
  const picture = known ? { ...known, wanted: known.wanted + 1 } : wantedNew;
  return loadWaiting({ ...state, pictures: { ...others, [path]: picture } });
}

export function dropPicture(state: AppState, path: string): Change {
  const { [path]: known, ...others } = state.pictures;
  if (!known) return changed(state);
  const picture = { ...known, wanted: Math.max(0, known.wanted - 1) };
  const isOver = picture.wanted === 0 && picture.phase !== "ready";
  const pictures = isOver ? others : { ...others, [path]: picture };
  return loadWaiting({
    ...(isOver ? withoutFailure(state, failureKey(path)) : state),
    pictures: withinLimits(pictures),
  });
}

export const retryPictures = (state: AppState, isDue: IsDue): Change =>
  loadWaiting(
    Object.keys(state.pictures)
      .filter((path) => state.pictures[path]?.phase === "failed" && isDue(failureKey(path)))
      // The error stays on screen until the picture arrives.
      .reduce((next, path) => waitingAgain(next, path, next.pictures[path]?.error ?? null), state),
  );

export function forgottenPictures(before: AppState, after: AppState): readonly Effect[] {
  if (before.pictures === after.pictures) return [];
  return Object.entries(before.pictures)
    .filter(([path]) => !after.pictures[path])
    .map(([path, { source }]) => ({ type: "forget-picture", path, source }));
}

const failureKey = (path: string): string => `picture.${path}`;

const withPicture = (state: AppState, path: string, picture: Picture): AppState => ({
  ...state,
  pictures: { ...state.pictures, [path]: picture },
});

function waitingAgain(state: AppState, path: string, error: CallError | null): AppState {
  const known = state.pictures[path];
  if (known?.phase !== "failed") return state;
  return withPicture(state, path, { ...known, phase: "waiting", error });
}

/** Starts as many loads as may run at once. The pictures wanted last come first, since those are on screen now. */
function loadWaiting(state: AppState): Change {
  const entries = Object.entries(state.pictures);
  const free = picturesLoadingMax - entries.filter(([, { phase }]) => phase === "loading").length;
  const paths = entries.filter(([, { phase }]) => phase === "waiting").map(([path]) => path);
  const next = free > 0 ? paths.slice(-free).toReversed() : [];
  if (next.length === 0) return changed(state);
  const loading = next.map((path) => [path, { ...(state.pictures[path] ?? wantedNew), phase: "loading" }] as const);
  return changed(
    { ...state, pictures: { ...state.pictures, ...Object.fromEntries(loading) } },
    next.map((path) => ({ type: "load-picture", path })),
  );
}

function withinLimits(pictures: AppState["pictures"]): AppState["pictures"] {
  let bytes = 0;
  const within = Object.entries(pictures)
    .toReversed()
    .filter(([, picture]) => picture.wanted > 0 || (bytes += picture.bytes) <= picturesCachedBytesMax);
  return Object.fromEntries(within.toReversed());
}

/** DEL-3: removes a deleted message's file from the pictures, the file list, the viewer and the players. */
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
