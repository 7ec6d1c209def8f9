import { useTranslations } from "use-intl";
import { classNames } from "../design/class-names.ts";
import type { Message, MessageFile, CallError } from "../state/entities.ts";
import { useCommands, useAppState } from "../state/app-context.ts";
import { shownName } from "../state/files/shown-name.ts";
import styles from "./message-file.module.css";
import { drawnPath } from "../state/files/file-kind.ts";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { isGone } from "../state/selectors.ts";
import { useEffect, useRef, type ReactNode, type Ref, Suspense } from "react";
import { useNearView } from "../platform/page/use-near-view.ts";
import type { Picture } from "../state/files/files-shape.ts";
import { lateComponent } from "../platform/late-component.ts";
import boxStyles from "./picture-box.module.css";

export interface MessagePictureProps {
  readonly message: Message;
  readonly file: MessageFile;
  /** Where this device has it. */
  readonly local?: string | null;
  readonly isTile?: boolean;
  /** More pictures stand behind this one than are drawn. */
  readonly moreCount?: number;
  readonly tabIndex: number;
}

/** SEE-2: loaded as it comes near; pressed, it is shown over everything. */
export function MessagePicture(props: MessagePictureProps) {
  const { file, local = null, isTile = false } = props;
  const path = drawnPath(file);
  const { ref, source, error } = useNearPicture(path, local);
  return (
    <div className={classNames(styles["picture"], isTile && styles["tile"])}>
      <PictureBox
        ref={ref}
        width={file.width}
        height={file.height}
        placeholder={file.placeholder}
        source={source}
        alt=""
        isTile={isTile}
      >
        {error && <PictureFailure path={path} error={error} isSmall={isTile} />}
      </PictureBox>
      {!error && <PressPicture {...props} />}
    </div>
  );
}

function PressPicture({ message, file, moreCount = 0, tabIndex }: MessagePictureProps) {
  const t = useTranslations("files");
  const name = shownName(file.name);
  const { showPicture } = useCommands();
  return (
    <>
      {moreCount > 0 && (
        <span className={styles["count"]} aria-hidden="true">
          +{moreCount}
        </span>
      )}
      <button
        type="button"
        className={styles["press"]}
        aria-label={moreCount > 0 ? t("photoAndMore", { name, count: moreCount }) : t("photo", { name })}
        aria-haspopup="dialog"
        tabIndex={tabIndex}
        onClick={() => showPicture(message)}
      />
    </>
  );
}

interface PictureFailureProps {
  readonly path: string;
  readonly error: CallError;
  readonly isSmall?: boolean;
}

/** SEE-2b */
export function PictureFailure({ path, error, isSmall = false }: PictureFailureProps) {
  const t = useTranslations();
  const { loadPictureAgain } = useCommands();
  const isLost = isGone(error);
  return (
    <div className={styles["failure"]}>
      <span>{isLost ? t("files.gone") : t("files.pictureFailed")}</span>
      {!isLost && !isSmall && (
        <span className={styles["why"]}>
          <ErrorText error={error} />
        </span>
      )}
      {!isLost && <WaitButton error={error} onClick={() => loadPictureAgain(path)} />}
    </div>
  );
}

/** For as long as a place shows it. */
export function usePicture(path: string | null): Picture | undefined {
  const { wantPicture, dropPicture } = useCommands();
  useEffect(() => {
    if (path === null) return;
    wantPicture(path);
    return () => dropPicture(path);
  }, [path, wantPicture, dropPicture]);
  return useAppState(({ pictures }) => (path === null ? undefined : pictures[path]));
}

/** SEE-2: while its place is near the view; what is still cached shows at once. */
function useNearPicture(path: string, local: string | null) {
  const ref = useRef<HTMLDivElement>(null);
  const isNear = useNearView(ref);
  usePicture(isNear && local === null ? path : null);
  const picture = useAppState(({ pictures }) => pictures[path]);
  return { ref, source: local ?? picture?.source ?? null, error: picture?.error ?? null };
}

const PicturePlaceholder = lateComponent(async () => (await import("./picture-placeholder.tsx")).PicturePlaceholder, {
  says: "room",
});

interface PictureBoxProps {
  readonly width: number | null;
  readonly height: number | null;
  /** A ThumbHash in base64. */
  readonly placeholder: string | null;
  readonly source: string | null;
  /** Empty where the element around it has a name. */
  readonly alt: string;
  /** As large as the element around it, and cut to it. */
  readonly isTile?: boolean;
  readonly ref?: Ref<HTMLDivElement>;
  /** Stands over the picture. */
  readonly children?: ReactNode;
}

/** SEE-1: its blurred colours first; nothing around it ever moves. */
export function PictureBox(props: PictureBoxProps) {
  const { width, height, placeholder, source, alt, isTile = false, ref, children } = props;
  const drawn = drawnSize(width, height);
  return (
    <div
      ref={ref}
      className={classNames(boxStyles["box"], isTile && boxStyles["tile"])}
      data-filling={isTile || drawn.isFilling}
      style={isTile ? undefined : { "--width": `${drawn.width}px`, "--height": `${drawn.height}px` }}
    >
      {placeholder !== null && (
        <Suspense fallback={null}>
          <PicturePlaceholder hash={placeholder} />
        </Suspense>
      )}
      {source === null ? (
        alt !== "" && <span className={boxStyles["none"]} role="img" aria-label={alt} />
      ) : (
        <img className={boxStyles["picture"]} src={source} alt={alt} decoding="async" draggable={false} />
      )}
      {children !== undefined && children !== null && <div className={boxStyles["over"]}>{children}</div>}
    </div>
  );
}

declare module "react" {
  interface CSSProperties {
    "--width"?: string;
    "--height"?: string;
  }
}

interface DrawnSize {
  readonly width: number;
  readonly height: number;
  /** Whether it fills its box and may be cut; else it stands in it whole, never enlarged. */
  readonly isFilling: boolean;
}

/** The longest side of a picture in a conversation, px; phones draw it smaller by their style. */
const pictureSideMax = 352;
/** What is smaller could not be pressed, px. */
const pictureSideMin = 88;

/** SEE-1: the box of a picture of so many pixels, known before its first byte; a square where the server did not read them. */
export function drawnSize(width: number | null, height: number | null): DrawnSize {
  if (width === null || height === null || width < 1 || height < 1) {
    return { width: pictureSideMax / 2, height: pictureSideMax / 2, isFilling: false };
  }
  const scale = Math.min(1, pictureSideMax / width, pictureSideMax / height);
  const drawn = { width: withinSides(width * scale), height: withinSides(height * scale) };
  return { ...drawn, isFilling: width >= drawn.width || height >= drawn.height };
}

const withinSides = (px: number): number => Math.round(Math.max(pictureSideMin, px));
