import type { Sticker } from "./covered.ts";
import { covered } from "./covered.ts";
import { bench, cardboard, thing } from "./looks.ts";
import type { Look, Scene } from "./render.ts";
import { box, moved, turned, type Shape } from "./shapes.ts";
import { writing } from "./stickers.ts";
import { mix, noise, step, type Vector } from "./vectors.ts";

/** A box of parts with its label, one edge of it pressed in where `dent` is not 0. */
export async function boxOfParts(
  sticker: Sticker,
  dent: number,
  camera: Pick<Scene, "eye" | "target" | "lens" | "isUpright">,
  mark?: string,
): Promise<Scene> {
  const note = mark === undefined ? null : await writing(mark);
  const [width, height, depth] = [2.5, 0.8, 2.1];
  const body = box(width, height, depth, 0.03);
  const dented: Shape = (x, y, z) => {
    const [dx, dy, dz] = [x - width / 2, y - height / 2, z - depth / 2 + 0.2];
    const away = Math.hypot(dx * 0.85, dy * 1.1, dz * 0.75);
    const press = dent * step(0.8, 0, away) * (0.3 + 0.16 * noise(x * 3 + 7, y * 3, z * 3));
    const folds =
      Math.abs(noise(x * 4.5 + y * 3, y * 4, z * 4.5 - y * 2) - 0.5) +
      0.5 * Math.abs(noise(x * 9, y * 8 + x * 3, z * 9) - 0.5);
    return (body(x, y, z) + press + dent * 0.17 * step(1.05, 0.15, away) * folds) * 0.62;
  };
  const placed = turned(moved(dented, 0, height / 2, 0), -16);
  const turn = (-16 * Math.PI) / 180;
  const local = ([x, y, z]: Vector): Vector => [
    Math.cos(turn) * x + Math.sin(turn) * z,
    y,
    Math.cos(turn) * z - Math.sin(turn) * x,
  ];
  const onFront = (point: Vector, normal: Vector): readonly [number, number] | null => {
    const [x, y] = local(point);
    const [, , facing] = local(normal);
    return facing > 0.6 ? [(x + 1.12) / 1.22, (0.75 - y) / 0.7] : null;
  };
  const onTop = (point: Vector, normal: Vector): readonly [number, number] | null => {
    const [x, , z] = local(point);
    return normal[1] > 0.7 ? [(x + 0.35) / 1.25, (z - 0.25) / 0.42] : null;
  };
  const tape = (point: Vector, normal: Vector): Look => {
    const [x, , z] = local(point);
    const isTape = Math.abs(z + 0.25 + 0.01 * noise(x * 3, 1, 1)) < 0.22 && normal[1] > 0.7;
    const paper = cardboard(local(point));
    if (!isTape) return paper;
    return {
      colour: mix(paper.colour, [0.46, 0.33, 0.17], 0.65),
      gloss: 0.62,
      bump: [0, 0, (noise(x * 9, 2, z * 40) - 0.5) * 0.2],
    };
  };
  const labelled = covered(tape, sticker, onFront);
  return {
    things: [bench, thing(placed, note === null ? labelled : covered(labelled, note, onTop, 0.1))],
    lamp: [0.5, 1.2, 0.75],
    ...camera,
  };
}
