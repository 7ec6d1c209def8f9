import { type ReactNode, type Ref, Suspense } from "react";
import { classNames } from "../design/class-names.ts";
import { lateComponent } from "../platform/late-component.ts";
import styles from "./picture-box.module.css";
import { drawnSize } from "./picture-size.ts";

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
