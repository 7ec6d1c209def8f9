import { useRef, type PointerEvent, type RefObject } from "react";
import { useTranslations } from "use-intl";
import { useSize } from "../../platform/page/use-size.ts";
import type { MessageFile } from "../../state/entities.ts";
import { isGone } from "../../state/selectors.ts";
import { shownName } from "../../state/files/shown-name.ts";
import type { Picture } from "../../state/files/files-shape.ts";
import { PictureFailure, usePicture } from "./message-picture.tsx";
import { PicturePlaceholder } from "./picture-placeholder.tsx";
import styles from "./picture-viewer.module.css";
import { drawnPath, wholePath } from "../../state/files/file-kind.ts";
import type { View, Point } from "./view-box.ts";
import { useWheel } from "../../platform/input/use-wheel.ts";

interface ViewerStageProps {
  readonly file: MessageFile;
  readonly view: View;
  readonly onSwipe: (step: -1 | 1) => void;
  readonly onClose: () => void;
}

/** SEE-4c: shows the placeholder, then the preview, then the whole file, as each loads. */
export function ViewerStage({ file, view, onSwipe, onClose }: ViewerStageProps) {
  const t = useTranslations("files");
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
        <Layer source={preview?.source} alt="" view={view} />
        <Layer source={whole?.source} alt={t("photo", { name: shownName(file.name) })} view={view} />
      </div>
      {whole && <StageNote file={file} whole={whole} isEmpty={!preview?.source} />}
    </div>
  );
}

interface LayerProps {
  readonly source: string | null | undefined;
  readonly alt: string;
  readonly view: View;
}

function Layer({ source, alt, view }: LayerProps) {
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

interface StageNoteProps {
  readonly file: MessageFile;
  readonly whole: Picture;
  readonly isEmpty: boolean;
}

function StageNote({ file, whole: { phase, error }, isEmpty }: StageNoteProps) {
  const t = useTranslations("files.viewer");
  if (error && (isEmpty || isGone(error)))
    return (
      <div className={styles["failure"]}>
        <PictureFailure path={wholePath(file)} error={error} />
      </div>
    );
  return (
    phase !== "ready" && (
      <p className={styles["loading"]} role="status">
        {t("whole")}
      </p>
    )
  );
}

/** A swipe of more than this many pixels changes the picture or, if downwards, closes the viewer. */
const swipePx = 60;
/** Two taps this close, in ms and px, are a double tap. */
const doubleTapMs = 300;
const tapPx = 30;
const wheelFactor = 1.0015;

interface Touch extends Point {
  readonly begunAt: Point;
  readonly isTouch: boolean;
}

interface Gestures {
  readonly view: View;
  readonly stage: RefObject<HTMLElement | null>;
  readonly onSwipe: (step: -1 | 1) => void;
  readonly onClose: () => void;
}

/** SEE-4a: handles wheel, pinch, drag, double tap and swipe; returns the stage's handlers. */
function useViewGestures(gestures: Gestures) {
  const { view, stage } = gestures;
  const touches = useRef(new Map<number, Touch>());
  const isPinched = useRef(false);
  const onEnd = useTouchEnd(gestures);
  useWheel(stage, (down, event) => view.zoomAt(wheelFactor ** -down, fromMiddle(stage.current, event)));

  function onPointerMove(event: PointerEvent) {
    const before = touches.current.get(event.pointerId);
    if (!before) return;
    const now = fromMiddle(stage.current, event);
    const other = [...touches.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      isPinched.current = true;
      pinch(view, before, now, other);
    } else if (view.box.zoom > 1) view.moveBy({ x: now.x - before.x, y: now.y - before.y });
    touches.current.set(event.pointerId, { ...before, ...now });
  }

  function onPointerUp({ pointerId, timeStamp }: PointerEvent) {
    const touch = touches.current.get(pointerId);
    touches.current.delete(pointerId);
    if (touches.current.size > 0 || !touch) return;
    if (!isPinched.current) onEnd(touch, timeStamp);
    isPinched.current = false;
  }

  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const begunAt = fromMiddle(stage.current, event);
      touches.current.set(event.pointerId, { ...begunAt, begunAt, isTouch: event.pointerType === "touch" });
    },
    onPointerMove,
    onPointerUp,
    onPointerCancel: ({ pointerId }: PointerEvent) => {
      touches.current.delete(pointerId);
      isPinched.current &&= touches.current.size > 0;
    },
  };
}

/** Decides whether a lifted finger was a tap, a double tap or a swipe. */
function useTouchEnd({ view, onSwipe, onClose }: Gestures) {
  const lastTap = useRef<Point & { readonly at: number }>({ x: 0, y: 0, at: 0 });
  return ({ x, y, begunAt, isTouch }: Touch, at: number): void => {
    const moved = { x: x - begunAt.x, y: y - begunAt.y };
    if (Math.hypot(moved.x, moved.y) < tapPx) {
      if (isBeside(view, begunAt)) return onClose();
      const isDouble = at - lastTap.current.at < doubleTapMs && distance({ x, y }, lastTap.current) < tapPx;
      lastTap.current = { x, y, at: isDouble ? 0 : at };
      if (isDouble) view.toggleAt({ x, y });
    } else if (isTouch && view.box.zoom === 1) {
      const way = swipeOf(moved);
      if (way === "down") onClose();
      else if (way !== null) onSwipe(way);
    }
  };
}

function swipeOf({ x, y }: Point): -1 | 1 | "down" | null {
  if (Math.abs(x) > Math.max(swipePx, 2 * Math.abs(y))) return x > 0 ? -1 : 1;
  return y > Math.max(swipePx, 2 * Math.abs(x)) ? "down" : null;
}

const isBeside = ({ box, fitted }: View, { x, y }: Point): boolean => {
  const [width, height] = box.turns % 2 === 0 ? [fitted.width, fitted.height] : [fitted.height, fitted.width];
  return Math.abs(x - box.x) * 2 > width * box.zoom || Math.abs(y - box.y) * 2 > height * box.zoom;
};

function pinch(view: View, before: Point, now: Point, other: Point): void {
  const factor = distance(now, other) / Math.max(1, distance(before, other));
  view.zoomAt(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  view.moveBy({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 });
}

function fromMiddle(stage: HTMLElement | null, { clientX, clientY }: Pick<MouseEvent, "clientX" | "clientY">): Point {
  const { left, top, width, height } = stage?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 };
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
