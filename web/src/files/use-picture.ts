import { type RefObject, useEffect, useRef } from "react";
import { useNearView } from "../platform/page/use-near-view.ts";
import type { CallError } from "../state/entities.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import type { Picture } from "../state/files/files-shape.ts";

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
