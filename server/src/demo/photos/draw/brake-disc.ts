import { concrete, steel, turnedIron, thing } from "./looks.ts";
import type { Scene } from "./render.ts";
import { around, box, cylinder, moved, ring, together, turned, without, type Shape } from "./shapes.ts";
import { cloud, step } from "./vectors.ts";

/** A brake disc as it came off: a bright track with a lip, a rusty hat and rim. */
export function brakeDisc(): Scene {
  const bolts = around(moved(cylinder(0.07, 2, 0.002), 0.56, 0, 0), 5);
  const hat = without(
    without(together(moved(ring(0.34, 0.78, 0.06), 0, 0.42, 0), moved(ring(0.72, 0.79, 0.5), 0, 0.2, 0)), bolts),
    moved(cylinder(0.036, 2), 0.4, 0, 0.4),
  );
  const vanes = around(moved(box(0.5, 0.12, 0.03, 0.004), 1.14, 0, 0), 40);
  const track = together(moved(ring(0.76, 1.42, 0.085), 0, 0.1, 0), moved(ring(0.86, 1.44, 0.085), 0, -0.1, 0), vanes);
  const lip = moved(ring(1.395, 1.44, 0.1), 0, 0.112, 0);
  const up = (shape: Shape) => turned(moved(shape, 0, 0.15, 0), 20);
  return {
    things: [
      concrete,
      thing(up(track), (point, normal) => {
        const radius = Math.hypot(point[0], point[2]);
        const isTrack = normal[1] > 0.9 && radius > 0.88 && radius < 1.39;
        if (!isTrack) return steel(point, 0.95, 0.3);
        const rustyEdge =
          step(1.33, 1.39, radius + 0.05 * cloud(point[0] * 9, 0, point[2] * 9)) + step(0.93, 0.88, radius);
        const iron = turnedIron(point, 0.52);
        return rustyEdge > 0.5 ? steel(point, 0.9, 0.3) : iron;
      }),
      thing(up(lip), (point) => steel(point, 1, 0.2)),
      thing(up(hat), (point, normal) =>
        normal[1] > 0.8 && Math.hypot(point[0], point[2]) < 0.6 ? steel(point, 0.55, 0.4) : steel(point, 0.95, 0.3),
      ),
    ],
    eye: [-0.9, 2.45, 2.4],
    target: [0.03, 0.08, 0.04],
    lens: 1.0,
    isUpright: true,
    lamp: [0.8, 1.2, 0.2],
    room: [0.55, 0.58, 0.62],
  };
}
