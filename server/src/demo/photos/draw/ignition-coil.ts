import { bench, plastic, steel, thing } from "./looks.ts";
import type { Scene } from "./render.ts";
import { box, cylinder, lying, moved, ring, rod, together, turned, without, type Shape } from "./shapes.ts";

/** An ignition coil with its connector open towards whoever looks. */
export function coil(): Scene {
  const head = moved(without(box(0.85, 0.42, 0.6, 0.06), moved(box(0.6, 0.5, 0.12, 0.02), 0, 0.3, 0)), 0, 0.32, 0);
  const shell = without(box(0.42, 0.3, 0.62, 0.03), moved(box(0.34, 0.22, 0.62, 0.02), 0, 0, 0.12));
  const connector = moved(shell, 0.06, 0.3, 0.5);
  const latch = moved(box(0.14, 0.07, 0.26, 0.015), 0.06, 0.475, 0.52);
  const pins = together(
    ...[-0.105, -0.035, 0.035, 0.105].map((x) => moved(box(0.022, 0.05, 0.4, 0.004), 0.06 + x, 0.3, 0.5)),
  );
  const stick = together(
    moved(lying(cylinder(0.19, 1.2, 0.04)), -0.95, 0.3, 0),
    moved(lying(cylinder(0.155, 0.5, 0.02)), -1.6, 0.3, 0),
  );
  const ribs: Shape = (x, y, z) => (Math.hypot(y - 0.3, z) - 0.17 - 0.018 * Math.cos(x * 60)) * 0.6;
  const boot: Shape = (x, y, z) => Math.max(ribs(x, y, z), Math.abs(x + 1.72) - 0.34);
  const bolt = moved(ring(0.075, 0.14, 0.2), 0.55, 0.3, -0.12);
  const wire = (dz: number, lift: number) =>
    together(
      rod([1.3, 0.04, dz], [2.1, 0.05 + lift, dz - 0.35], 0.028),
      rod([2.1, 0.05 + lift, dz - 0.35], [3.2, 0.04, dz - 0.2], 0.028),
    );
  const turn = (shape: Shape) => turned(shape, -24);
  return {
    things: [
      bench,
      thing(turn(together(head, connector, latch)), (point) => plastic(point, [0.022, 0.022, 0.025], 0.5)),
      thing(turn(stick), (point) => plastic(point, [0.035, 0.034, 0.034], 0.4)),
      thing(turn(boot), (point) => plastic(point, [0.1, 0.035, 0.025], 0.25)),
      thing(turn(pins), () => ({ colour: [0.75, 0.66, 0.42], gloss: 0.7, isMetal: true })),
      thing(turn(bolt), (point) => steel(point, 0.2, 0.7)),
      thing(wire(0.9, 0.02), (point) => plastic(point, [0.3, 0.03, 0.025], 0.4)),
      thing(wire(1.02, 0), (point) => plastic(point, [0.025, 0.03, 0.13], 0.4)),
    ],
    eye: [0.55, 2.15, 2.3],
    target: [-0.42, 0.14, 0.12],
    lens: 1.22,
    lamp: [0.35, 1.1, 0.9],
  };
}
