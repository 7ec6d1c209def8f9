import { useState } from "react";
import type { MessageFile } from "../../state/entities.ts";

const middle: Point = { x: 0, y: 0 };
const noStage: Size = { width: 1, height: 1 };

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

/** A point or a distance on screen, measured from the middle of the stage, in px. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Zoom relative to the fitted size, offset from the middle in px, and quarter turns. */
interface ViewBox {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
  readonly turns: number;
}

export const wholeView: ViewBox = { zoom: 1, x: 0, y: 0, turns: 0 };

export const zoomMax = 8;
const zoomStep = 1.5;
const doubleTapZoom = 2.5;

/** The size at which a turned picture fits the stage, without enlarging it. */
export function fittedSize(picture: Size, stage: Size, turns: number): Size {
  const isAcross = turns % 2 !== 0;
  const across = isAcross ? picture.height : picture.width;
  const along = isAcross ? picture.width : picture.height;
  const scale = Math.min(1, stage.width / across, stage.height / along);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** SEE-4a: zooms so that the point stays fixed on screen. */
export function zoomedAt(view: ViewBox, factor: number, { x, y }: Point): ViewBox {
  const zoom = Math.min(zoomMax, Math.max(1, view.zoom * factor));
  const ratio = zoom / view.zoom;
  return { ...view, zoom, x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio };
}

export const toggledAt = (view: ViewBox, point: Point): ViewBox =>
  view.zoom > 1 ? { ...wholeView, turns: view.turns } : zoomedAt(view, doubleTapZoom, point);

export const turned = ({ turns }: ViewBox): ViewBox => ({ ...wholeView, turns: (turns + 1) % 4 });

export function heldWithin(view: ViewBox, fitted: Size, stage: Size): ViewBox {
  const isAcross = view.turns % 2 !== 0;
  const width = (isAcross ? fitted.height : fitted.width) * view.zoom;
  const height = (isAcross ? fitted.width : fitted.height) * view.zoom;
  const x = Math.max(0, (width - stage.width) / 2);
  const y = Math.max(0, (height - stage.height) / 2);
  return { ...view, x: within(view.x, x), y: within(view.y, y) };
}

const within = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value)) + 0;
