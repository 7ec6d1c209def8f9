import { useTranslations } from "use-intl";
import { classNames } from "../../design/class-names.ts";
import type { Message, MessageFile, CallError } from "../../state/entities.ts";
import { useDispatch, useAppState } from "../../state/app-context.ts";
import { shownName } from "../../state/files/shown-name.ts";
import styles from "./message-file.module.css";
import { drawnPath } from "../../state/files/file-kind.ts";
import { ErrorText } from "../../design/error-text.tsx";
import { WaitButton } from "../../design/wait-button.tsx";
import { isGone } from "../../state/selectors.ts";
import { useEffect, useRef, type ReactNode, type Ref, Suspense } from "react";
import { useNearView } from "../../platform/page/use-near-view.ts";
import type { Picture } from "../../state/files/files-shape.ts";
import { lateComponent } from "../../platform/late-component.ts";
import boxStyles from "./picture-box.module.css";

export interface MessagePictureProps {
  readonly message: Message;
  readonly file: MessageFile;
  /** An object URL, if this device has the file. */
  readonly local?: string | null;
  readonly isTile?: boolean;
  readonly moreCount?: number;
  readonly tabIndex: number;
}

/** SEE-2: the picture loads when it comes near the view; a press opens it in the viewer. */
export function MessagePicture(props: MessagePictureProps) {
  const { file, local = null, isTile = false } = props;
  const path = drawnPath(file);
  const { ref, source, error } = useNearPicture(path, local);
  return (
    <div className={classNames(styles["picture"], isTile && styles["tile"])}>
      <PictureBox ref={ref} file={file} source={source} alt="" isTile={isTile}>
        {error && <PictureFailure path={path} error={error} isSmall={isTile} />}
      </PictureBox>
      {!error && <PressPicture {...props} />}
    </div>
  );
}

function PressPicture({ message, file, moreCount = 0, tabIndex }: MessagePictureProps) {
  const t = useTranslations("files");
  const name = shownName(file.name);
  const dispatch = useDispatch();
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
        onClick={() => dispatch({ type: "files/viewed", view: { shown: message } })}
      />
    </>
  );
}

interface PictureFailureProps {
  readonly path: string;
  readonly error: CallError;
  readonly isSmall?: boolean;
}

export function PictureFailure({ path, error, isSmall = false }: PictureFailureProps) {
  const t = useTranslations();
  const dispatch = useDispatch();
  const isLost = isGone(error);
  return (
    <div className={styles["failure"]}>
      <span>{isLost ? t("files.gone") : t("files.pictureFailed")}</span>
      {!isLost && !isSmall && (
        <span className={styles["why"]}>
          <ErrorText error={error} />
        </span>
      )}
      {!isLost && <WaitButton error={error} onClick={() => dispatch({ type: "files/picture-again", path })} />}
    </div>
  );
}

export function usePicture(path: string | null): Picture | undefined {
  const dispatch = useDispatch();
  useEffect(() => {
    if (path === null) return;
    dispatch({ type: "files/picture-wanted", path });
    return () => dispatch({ type: "files/picture-dropped", path });
  }, [path, dispatch]);
  return useAppState(({ pictures }) => (path === null ? undefined : pictures[path]));
}

/** SEE-2: loads the picture only near the view; a cached picture shows at once. */
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
  readonly file?: Pick<MessageFile, "width" | "height"> & { readonly placeholder?: string | null };
  readonly source: string | null;
  readonly alt: string;
  readonly isTile?: boolean;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children?: ReactNode;
}

const unmeasured = { width: null, height: null };

/** SEE-1: shows a blurred placeholder at the picture's final size, so that nothing around it moves. */
export function PictureBox({ file = unmeasured, source, alt, isTile = false, ref, children }: PictureBoxProps) {
  const { width, height, placeholder } = file;
  const drawn = drawnSize(width, height);
  return (
    <div
      ref={ref}
      className={classNames(boxStyles["box"], isTile && boxStyles["tile"])}
      data-filling={isTile || drawn.isFilling}
      style={isTile ? undefined : { "--width": `${drawn.width}px`, "--height": `${drawn.height}px` }}
    >
      {placeholder && (
        <Suspense fallback={null}>
          <PicturePlaceholder hash={placeholder} />
        </Suspense>
      )}
      {source === null ? (
        alt !== "" && <span className={boxStyles["none"]} role="img" aria-label={alt} />
      ) : (
        <img className={boxStyles["picture"]} src={source} alt={alt} decoding="async" draggable={false} />
      )}
      {children && <div className={boxStyles["over"]}>{children}</div>}
    </div>
  );
}

declare module "react" {
  interface CSSProperties {
    "--width"?: string;
    "--height"?: string;
  }
}

/** The longest side of a picture in a conversation, in px; phones scale it down in CSS. */
const pictureSideMax = 352;
const pictureSideMin = 88;

/**
 * SEE-1: the size of a picture's box, known before the picture loads; a square if its dimensions are unknown. Only a picture that fills its box may
 * be cropped.
 */
export function drawnSize(width: number | null, height: number | null) {
  if (width === null || height === null || width < 1 || height < 1)
    return { width: pictureSideMax / 2, height: pictureSideMax / 2, isFilling: false };
  const scale = Math.min(1, pictureSideMax / width, pictureSideMax / height);
  const drawn = { width: withinSides(width * scale), height: withinSides(height * scale) };
  return { ...drawn, isFilling: width >= drawn.width || height >= drawn.height };
}

const withinSides = (px: number): number => Math.round(Math.max(pictureSideMin, px));
