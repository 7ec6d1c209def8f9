import { covered } from "./covered.ts";
import { steel, thing } from "./looks.ts";
import type { Scene } from "./render.ts";
import { box, cylinder, moved, together, type Shape } from "./shapes.ts";
import { vinPlate } from "./stickers.ts";
import { chanceAt, cloud, mix, step } from "./vectors.ts";

/** The maker's plate in the door frame, on paint, with rivets. */
export async function plateScene(): Promise<Scene> {
  const sticker = await vinPlate("WVWZZZ1KZ6W214587");
  const wall: Shape = (x, y, z) => y - 0.03 * Math.sin(x * 0.7) - 0.35 * step(0.95, 1.5, -z) + 0.3 * step(1.0, 1.25, z);
  const plate = moved(box(2.1, 0.014, 1.18, 0.006), 0, 0.03, 0);
  const rivets = together(...[-0.98, 0.98].map((x) => moved(cylinder(0.045, 0.035, 0.016), x, 0.042, 0)));
  return {
    things: [
      thing(wall, ([x, , z]) => {
        const dirt = step(0.5, 0.8, cloud(x * 1.6, 3, z * 1.6, 5));
        const flakes = (chanceAt(x * 160, 1, z * 160) - 0.5) * 0.02;
        return {
          colour: mix([0.05 + flakes, 0.085 + flakes, 0.16 + flakes], [0.2, 0.17, 0.13], dirt * 0.7),
          gloss: 0.75 * (1 - dirt * 0.8),
        };
      }),
      thing(
        plate,
        covered(
          ([x, , z]) => {
            const brushed = cloud(x * 2, 1, z * 70, 3);
            const smear = step(0.5, 0.8, cloud(x * 2.2 + 4, 2, z * 2.2, 4));
            return {
              colour: mix([0.6, 0.6, 0.6], [0.33, 0.29, 0.23], smear * 0.55),
              gloss: 0.5 - 0.3 * smear,
              isMetal: true,
              bump: [0, 0, (brushed - 0.5) * 0.1],
            };
          },
          sticker,
          ([x, , z], normal) => (normal[1] > 0.8 ? [(x + 1.05) / 2.1, (z + 0.59) / 1.18] : null),
          0.25,
        ),
      ),
      thing(rivets, (point) => steel(point, 0.3, 0.6)),
    ],
    eye: [0.35, 2.35, 1.15],
    target: [0.02, 0, 0.06],
    lens: 1.32,
    lamp: [-0.5, 1, -0.9],
    room: [0.62, 0.66, 0.72],
  };
}
