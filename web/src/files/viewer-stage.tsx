import { useRef } from "react";
import { useTranslations } from "use-intl";
import { useSize } from "../platform/page/use-size.ts";
import type { MessageFile } from "../state/entities.ts";
import { isGone } from "../state/selectors.ts";
import { shownName } from "../state/files/shown-name.ts";
import type { Picture } from "../state/files/files-shape.ts";
import { PictureFailure } from "./picture-failure.tsx";
import { PicturePlaceholder } from "./picture-placeholder.tsx";
import styles from "./picture-viewer.module.css";
import { drawnPath, wholePath } from "../state/files/file-kind.ts";
import { usePicture } from "./use-picture.ts";
import type { View } from "./use-view-box.ts";
import { useViewGestures } from "./use-view-gestures.ts";

interface ViewerStageProps {
  readonly file: MessageFile;
  readonly view: View;
  readonly onSwipe: (step: -1 | 1) => void;
  readonly onClose: () => void;
}

/** SEE-4: the picture itself: its colours, then the preview, then the whole file, each as soon as it is there. */
export function ViewerStage({ file, view, onSwipe, onClose }: ViewerStageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const handlers = useViewGestures({ view, stage, onSwipe, onClose });
  useSize(stage, view.setStage);
  const preview = usePicture(drawnPath(file));
  const whole = usePicture(wholePath(file));
  const { box, fitted } = view;
  const transform = `translate(${box.x}px, ${box.y}px) scale(${box.zoom}) rotate(${box.turns * 90}deg)`;
  return (
    <div ref={stage} className={styles["stage"]} data-zoomed={box.zoom > 1} {...handlers}>
      <div
        className={styles["picture"]}
        style={{ width: `${fitted.width}px`, height: `${fitted.height}px`, transform }}
      >
        {file.placeholder !== null && <PicturePlaceholder hash={file.placeholder} />}
        <Layer source={preview?.source} view={view} />
        <WholePicture file={file} source={whole?.source} view={view} />
      </div>
      {whole && <StageNote file={file} whole={whole} isEmpty={!preview?.source} />}
    </div>
  );
}

interface LayerProps {
  readonly source: string | null | undefined;
  readonly alt?: string;
  readonly view: View;
}

/** One of the pictures that lie over each other, the best one on top. */
function Layer({ source, alt = "", view }: LayerProps) {
  if (source === null || source === undefined) return null;
  return (
    <img
      src={source}
      alt={alt}
      draggable={false}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => view.setNatural({ width, height })}
    />
  );
}

function WholePicture({ file, ...layer }: Omit<LayerProps, "alt"> & { readonly file: MessageFile }) {
  const t = useTranslations("files");
  return <Layer {...layer} alt={t("photo", { name: shownName(file.name) })} />;
}

interface StageNoteProps {
  readonly file: MessageFile;
  readonly whole: Picture;
  readonly isEmpty: boolean;
}

/** That the whole picture is on its way, or why it is not there. */
function StageNote({ file, whole: { phase, error }, isEmpty }: StageNoteProps) {
  const t = useTranslations("files.viewer");
  if (error && (isEmpty || isGone(error))) {
    return (
      <div className={styles["failure"]}>
        <PictureFailure path={wholePath(file)} error={error} />
      </div>
    );
  }
  if (phase === "ready") return null;
  return (
    <p className={styles["loading"]} role="status">
      {t("whole")}
    </p>
  );
}
