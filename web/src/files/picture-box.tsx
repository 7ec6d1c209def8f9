import { type ReactNode, type Ref, Suspense } from "react";
import { classNames } from "../design/class-names.ts";
import { lateComponent } from "../platform/late-component.ts";
import styles from "./picture-box.module.css";

const PicturePlaceholder = lateComponent(async () => (await import("./picture-placeholder.tsx")).PicturePlaceholder, {
  says: "room",
});

interface PictureBoxProps {
  /** In pixels, upright, where known. */
  readonly width: number | null;
  readonly height: number | null;
  /** A ThumbHash in base64. */
  readonly placeholder: string | null;
  /** What the picture is loaded from; null before it is there. */
  readonly source: string | null;
  /** Empty where the element around it has a name. */
  readonly alt: string;
  /** As large as the element around it, and cut to it, instead of by its own size. */
  readonly isTile?: boolean;
  /** What `source` leads to is no picture that the browser reads. */
  readonly onError?: () => void;
  readonly ref?: Ref<HTMLDivElement>;
  /** Stands over the picture: progress, or why there is none. */
  readonly children?: ReactNode;
}

/** SEE-1: a picture in the box that is reserved for it, its blurred colours first; nothing around it ever moves. */
export function PictureBox(props: PictureBoxProps) {
  const { width, height, placeholder, source, alt, isTile = false, onError, ref, children } = props;
  const drawn = drawnSize(width, height);
  return (
    <div
      ref={ref}
      className={classNames(styles["box"], isTile && styles["tile"])}
      data-filling={isTile || drawn.isFilling}
      style={isTile ? undefined : { "--width": `${drawn.width}px`, "--height": `${drawn.height}px` }}
    >
      {placeholder !== null && (
        <Suspense fallback={null}>
          <PicturePlaceholder hash={placeholder} />
        </Suspense>
      )}
      {source === null ? (
        alt !== "" && <span className={styles["none"]} role="img" aria-label={alt} />
      ) : (
        <img
          className={styles["picture"]}
          src={source}
          alt={alt}
          decoding="async"
          draggable={false}
          onError={onError}
        />
      )}
      {hasSome(children) && <div className={styles["over"]}>{children}</div>}
    </div>
  );
}

const hasSome = (children: ReactNode): boolean => children !== undefined && children !== null && children !== false;

declare module "react" {
  interface CSSProperties {
    "--width"?: string;
    "--height"?: string;
  }
}

/** How large a picture is drawn, in CSS pixels. */
interface DrawnSize {
  readonly width: number;
  readonly height: number;
  /** Whether it fills its box and may be cut; else it stands in it whole, never enlarged. */
  readonly isFilling: boolean;
}

/** The longest side of a picture in a conversation, px; phones draw it smaller by their style. */
const pictureSideMax = 352;
/** The shortest: what is smaller could not be pressed, px. */
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
