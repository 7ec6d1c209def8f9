import { bench, rubber, steel, thing } from "./looks.ts";
import type { Scene } from "./render.ts";
import { cylinder, moved, type Shape } from "./shapes.ts";
import { cloud, mix, step } from "./vectors.ts";

/** A worn toothed belt, on its edge, with cracks in its back. */
export function belt(): Scene {
  const outline = (x: number, z: number): { distance: number; along: number } => {
    const bent = z + 0.22 * Math.sin(x * 1.3);
    const half = 0.85;
    const dx = Math.max(Math.abs(x) - half, 0);
    const distance = Math.hypot(dx, bent) - 0.52;
    const along =
      Math.abs(x) < half ? x : half * Math.sign(x) + 0.52 * Math.atan2(x - half * Math.sign(x), Math.abs(bent));
    return { distance, along };
  };
  const band: Shape = (x, y, z) => {
    const { distance, along } = outline(x, z);
    const tooth = 0.055 * step(0.2, 0.42, Math.abs(((((along / 0.16) % 1) + 1) % 1) - 0.5));
    const inside = Math.max(-distance - 0.035 - tooth, distance - 0.035);
    return Math.max(inside, Math.abs(y - 0.23) - 0.225) * 0.6;
  };
  return {
    things: [
      bench,
      thing(band, (point, normal) => {
        const look = rubber(point, 1);
        const isEdge = normal[1] > 0.7;
        const frayed = cloud(point[0] * 50, 1, point[2] * 50, 2);
        return isEdge ? { ...look, colour: mix(look.colour, [0.28, 0.27, 0.24], 0.25 + 0.4 * frayed) } : look;
      }),
      thing(moved(cylinder(0.2, 0.16, 0.02), 1.75, 0.08, -0.7), (point) => steel(point, 0.4, 0.6)),
    ],
    eye: [0.5, 2.1, 2.1],
    target: [0.08, 0.08, 0.1],
    lens: 1.14,
    lamp: [-0.8, 1.15, 0.5],
  };
}
