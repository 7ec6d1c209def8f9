import { type ReactNode, type Ref, Suspense } from "react";
import { classNames } from "../design/class-names.ts";
import { lateComponent } from "../platform/late-component.ts";
import styles from "./picture-box.module.css";

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
        <img className={styles["picture"]} src={source} alt={alt} decoding="async" draggable={false} />
      )}
      {children !== undefined && children !== null && <div className={styles["over"]}>{children}</div>}
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
