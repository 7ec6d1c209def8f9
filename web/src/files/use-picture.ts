import { isDrawn } from "@cuplaj/media/file-types.ts";
import { type RefObject, useEffect, useRef } from "react";
import { useNearView } from "../platform/use-near-view.ts";
import type { CallError, MessageFile } from "../state/entities.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import type { Picture } from "./files-shape.ts";

/** Up to this size a picture that may move is drawn whole instead of its preview, in bytes. */
const movingBytesMax = 1024 * 1024;

/** What a conversation draws of a picture: its preview, or the whole where that is small enough to move in place. */
export function drawnPath({ type, bytes, path, previewPath }: MessageFile): string {
  return type === "image/gif" && bytes <= movingBytesMax ? path : (previewPath ?? path);
}

/** What shows a picture whole: its own bytes where browsers draw them, else the preview. */
export const wholePath = ({ type, path, previewPath }: MessageFile): string =>
  isDrawn(type) ? path : (previewPath ?? path);

/** A picture for as long as a place shows it; null asks for none. */
export function usePicture(path: string | null): Picture | undefined {
  const { wantPicture, dropPicture } = useCommands();
  useEffect(() => {
    if (path === null) return;
    wantPicture(path);
    return () => dropPicture(path);
  }, [path, wantPicture, dropPicture]);
  return useAppState(({ pictures }) => (path === null ? undefined : pictures[path]));
}

/** SEE-2: the same while its place, which `ref` names, is near the view; what is still cached shows at once, and `local` needs none. */
export function useNearPicture(path: string, local: string | null): NearPicture {
  const ref = useRef<HTMLDivElement>(null);
  const isNear = useNearView(ref);
  usePicture(isNear && local === null ? path : null);
  const picture = useAppState(({ pictures }) => pictures[path]);
  return {
    ref,
    source: local ?? picture?.source ?? null,
    error: picture?.error ?? null,
  };
}

interface NearPicture {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly source: string | null;
  readonly error: CallError | null;
}
