import { boards, steel, thing } from "./looks.ts";
import type { Scene } from "./render.ts";
import { around, box, cylinder, moved, ring, turned, without, type Shape } from "./shapes.ts";
import { cloud, mix, noise, step } from "./vectors.ts";

/** The worn disc of a clutch on boards: lining with grooves and rivets, springs, a splined hub. */
export function clutchDisc(camera: Pick<Scene, "eye" | "target" | "lens" | "isUpright">): Scene {
  const lift = 0.09;
  const grooves = around(moved(turned(box(0.6, 0.06, 0.022), 14), 0.95, 0.045, 0), 26);
  const rivets = around(moved(cylinder(0.028, 0.2, 0.004), 0.9, 0, 0), 13);
  const lining = without(without(ring(0.68, 1.2, 0.085, 0.008), grooves), moved(rivets, 0, 0.06, 0));
  const plate = without(ring(0.2, 0.74, 0.032), around(moved(box(0.17, 0.2, 0.33, 0.03), 0.47, 0, 0), 6));
  const springs = around((x, y, z) => {
    const coil = Math.abs(((((z * 26) % 1) + 1) % 1) - 0.5) * 0.014;
    return (Math.hypot(x - 0.47, y) - 0.072 + coil) * 0.8;
  }, 6);
  const shortSprings: Shape = (x, y, z) => {
    const sector = Math.PI / 3;
    const angle = Math.atan2(z, x) - Math.round(Math.atan2(z, x) / sector) * sector;
    return Math.max(springs(x, y, z), Math.abs(Math.hypot(x, z) * Math.sin(angle)) - 0.15);
  };
  const splines = around(moved(box(0.05, 1, 0.022, 0.002), 0.15, 0, 0), 28);
  const hub = without(without(cylinder(0.23, 0.26), cylinder(0.135, 1)), splines);
  const drum = without(ring(0.22, 0.33, 0.1), cylinder(0.1, 1));
  const up = (shape: Shape) => moved(shape, 0, lift, 0);
  return {
    things: [
      boards,
      thing(up(lining), ([x, y, z]) => {
        const fibre = cloud(x * 40, y * 40, z * 40, 3);
        const burnt = cloud(x * 2.2 + 3, 0, z * 2.2, 4);
        const tone = 0.62 + 0.5 * fibre - 0.45 * burnt;
        const radius = Math.hypot(x, z);
        const brass = step(0.03, 0.018, Math.abs(noise(radius * 55, 1, Math.atan2(z, x) * 2) - 0.5)) * 0.3;
        return {
          colour: mix([0.2 * tone, 0.15 * tone, 0.11 * tone], [0.5, 0.4, 0.2], brass),
          gloss: 0.28,
          bump: [(fibre - 0.5) * 0.2, 0, 0],
        };
      }),
      thing(up(plate), (point) => steel(point, 0.25, 0.55)),
      thing(up(drum), (point) => steel(point, 0.45, 0.5)),
      thing(up(shortSprings), (point) => steel(point, 0.1, 0.6)),
      thing(up(hub), (point) => steel(point, 0.35, 0.6)),
    ],
    lamp: [-0.7, 1.1, -0.35],
    ...camera,
  };
}
