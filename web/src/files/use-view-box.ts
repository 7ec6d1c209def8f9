import { useState } from "react";
import type { MessageFile } from "../state/entities.ts";
import {
  fittedSize,
  heldWithin,
  type Point,
  type Size,
  toggledAt,
  turned,
  type ViewBox,
  wholeView,
  zoomedAt,
  zoomStep,
} from "./view-box.ts";

const middle: Point = { x: 0, y: 0 };
const noStage: Size = { width: 1, height: 1 };

/** How a picture is looked at, and what changes that; another picture begins whole. */
export type View = ReturnType<typeof useViewBox>;

export function useViewBox(seq: number, { width, height }: MessageFile) {
  const [stage, setStage] = useState(noStage);
  const [natural, setNatural] = useState<Size | null>(null);
  const [state, setState] = useState({ seq, box: wholeView });
  const box = state.seq === seq ? state.box : wholeView;
  const picture = width !== null && height !== null ? { width, height } : (natural ?? stage);
  const fitted = fittedSize(picture, stage, box.turns);

  const change = (next: (box: ViewBox) => ViewBox): void =>
    setState((before) => {
      const changed = next(before.seq === seq ? before.box : wholeView);
      return { seq, box: heldWithin(changed, fittedSize(picture, stage, changed.turns), stage) };
    });

  return {
    box,
    fitted,
    setStage,
    setNatural,
    zoomIn: () => change((before) => zoomedAt(before, zoomStep, middle)),
    zoomOut: () => change((before) => zoomedAt(before, 1 / zoomStep, middle)),
    reset: () => change(() => wholeView),
    turn: () => change(turned),
    zoomAt: (factor: number, point: Point) => change((before) => zoomedAt(before, factor, point)),
    toggleAt: (point: Point) => change((before) => toggledAt(before, point)),
    moveBy: ({ x, y }: Point) => change((before) => ({ ...before, x: before.x + x, y: before.y + y })),
  };
}
