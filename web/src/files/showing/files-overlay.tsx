import { Suspense, useEffect } from "react";
import { lateComponent } from "../../platform/late-component.ts";
import type { RoomId } from "../../state/entities.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";

const Gallery = lateComponent(async () => (await import("./gallery.tsx")).Gallery);
const PictureViewer = lateComponent(async () => (await import("./picture-viewer.tsx")).PictureViewer);

export function FilesOverlay({ roomId }: { readonly roomId: RoomId }) {
  const isGallery = useAppState(({ filesView }) => filesView.galleryRoomId === roomId);
  const shown = useAppState(({ filesView }) => filesView.shown);
  const dispatch = useDispatch();
  useEffect(() => () => dispatch({ type: "files/viewed", view: { galleryRoomId: null, shown: null } }), [dispatch]);
  return (
    <Suspense fallback={null}>
      {isGallery && <Gallery roomId={roomId} />}
      {shown?.roomId === roomId && <PictureViewer message={shown} />}
    </Suspense>
  );
}
