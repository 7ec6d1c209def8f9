import { covered } from "./covered.ts";
import { plastic, steel, thing } from "./looks.ts";
import type { Look, Scene } from "./render.ts";
import { box, cylinder, lying, moved, together, turned, type Shape } from "./shapes.ts";
import { engraving } from "./stickers.ts";
import { cloud, mix, noise, step, type Vector } from "./vectors.ts";

/** Steel that is black with coal from so far on to the right. */
const soot =
  (from: number) =>
  ([x, y, z]: Vector): Look => {
    const black = step(from - 0.25, from + 0.25, x + 0.35 * (cloud(x * 4, y * 4, z * 4, 4) - 0.5));
    const look = steel([x, y, z], 0.25, 0.62);
    const coal = 0.018 + 0.03 * cloud(x * 40, y * 40, z * 40, 3);
    return {
      ...look,
      colour: mix(look.colour, [coal, coal, coal], black),
      gloss: look.gloss * (1 - 0.8 * black),
      isMetal: black < 0.4 && look.isMetal === true,
    };
  };

const rag = (x: number, z: number): number => 0.05 * cloud(x * 1.6, 2, z * 1.6, 3) + 0.012 * noise(x * 9, 3, z * 9);

/** A red rag with grease. */
const cloth = thing(
  (x, y, z) => (y - rag(x, z)) * 0.8,
  ([x, , z]) => {
    const weave = 0.86 + 0.14 * Math.sin(x * 210) * Math.sin(z * 210);
    const grease = step(0.5, 0.75, cloud(x * 1.4 + 8, 1, z * 1.4, 5));
    return {
      colour: mix([0.36 * weave, 0.12 * weave, 0.1 * weave], [0.05, 0.04, 0.035], grease * 0.85),
      gloss: 0.06 + 0.2 * grease,
    };
  },
);

/** An injector out of its bore: soot on its tip, its code on its body. */
export async function injector(): Promise<Scene> {
  const code = await engraving(["0445110239", "9656389980 2", "BOSCH  03 07 12"]);
  const at = (shape: Shape, right: number) => moved(shape, right, 0.2, 0);
  const body = at(lying(cylinder(0.17, 1.25, 0.02)), -0.1);
  const collar = at(lying(cylinder(0.2, 0.2, 0.02)), 0.55);
  const nut = at(lying(cylinder(0.145, 0.6, 0.02)), 0.92);
  const nozzle = at(
    together(lying(cylinder(0.085, 0.42, 0.01)), moved(lying(cylinder(0.04, 0.2, 0.03)), 0.26, 0, 0)),
    1.35,
  );
  const head = at(together(box(0.42, 0.36, 0.36, 0.04), moved(cylinder(0.1, 0.5, 0.02), 0.02, 0.26, 0)), -0.88);
  const pipe = together(
    moved(turned(lying(cylinder(0.085, 0.5, 0.015)), -62), -0.72, 0.22, -0.34),
    moved(turned(lying(cylinder(0.11, 0.16, 0.015)), -62), -0.62, 0.22, -0.52),
  );
  const plug = at(box(0.3, 0.26, 0.3, 0.03), -1.22);
  const turn = (shape: Shape) => turned(shape, 13);
  const wiped = covered(
    soot(0.62),
    code,
    ([x, y, z], normal) => {
      const [c, s] = [Math.cos(0.227), Math.sin(0.227)];
      const [right, near] = [c * x + s * z, c * z - s * x];
      return normal[1] > -0.3 ? [(right + 0.62) / 1.05, (Math.atan2(near, y - 0.2) + 0.02) / 1.3] : null;
    },
    0.3,
  );
  return {
    things: [
      cloth,
      thing(turn(body), wiped),
      thing(turn(together(collar, nut)), soot(0.5)),
      thing(turn(nozzle), soot(0.3)),
      thing(turn(together(head, pipe)), soot(2.4)),
      thing(turn(plug), (point) => plastic(point, [0.03, 0.03, 0.032])),
    ],
    eye: [0.3, 1.95, 2.2],
    target: [0.2, 0.12, -0.02],
    lens: 1.16,
    lamp: [-0.55, 1.2, 0.55],
  };
}
