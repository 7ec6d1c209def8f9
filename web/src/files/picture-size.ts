/** How large a picture is drawn, in CSS pixels. */
export interface DrawnSize {
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
