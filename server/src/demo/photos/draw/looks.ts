import type { Look, Thing } from "./render.ts";
import type { Shape } from "./shapes.ts";
import { chanceAt, cloud, mix, noise, step, type Vector } from "./vectors.ts";

/** Unevenness by the slope of a field of noise. */
function bumpOf(field: (x: number, y: number, z: number) => number, [x, y, z]: Vector, strength: number): Vector {
  const by = 0.01;
  const here = field(x, y, z);
  return [
    (here - field(x + by, y, z)) * strength,
    (here - field(x, y + by, z)) * strength,
    (here - field(x, y, z + by)) * strength,
  ];
}

/** Bare steel, more or less rusty (0 to 1). */
export function steel([x, y, z]: Vector, rust: number, shine = 0.62): Look {
  const stains = step(0.62 - rust * 0.5, 0.95 - rust * 0.5, cloud(x * 4, y * 4, z * 4, 5));
  const brown = mix([0.13, 0.062, 0.034], [0.27, 0.125, 0.06], noise(x * 30, y * 30, z * 30));
  const grey: Vector = [0.5, 0.5, 0.5];
  const bump = bumpOf((a, b, c) => cloud(a * 22, b * 22, c * 22, 3), [x, y, z], 1.2 * stains + 0.15);
  return { colour: mix(grey, brown, stains), gloss: shine * (1 - 0.85 * stains), isMetal: stains < 0.5, bump };
}

/** Iron as a brake or a clutch leaves it: turned to a shine, in circles about the upright axis. */
export function turnedIron([x, y, z]: Vector, bright: number): Look {
  const radius = Math.hypot(x, z);
  const groove = chanceAt(radius * 260, 3, 7) - 0.5 + (noise(radius * 40, 0, 0) - 0.5) * 1.6;
  const tint = bright * (0.82 + 0.3 * cloud(x * 3, y, z * 3));
  const slope = groove * 0.16;
  return {
    colour: [tint, tint * 0.985, tint * 0.96],
    gloss: 0.66,
    isMetal: true,
    bump: [(slope * x) / radius, 0, (slope * z) / radius],
  };
}

export function plastic([x, y, z]: Vector, colour: Vector, gloss = 0.45): Look {
  const dust = step(0.45, 0.8, cloud(x * 6, y * 6, z * 6));
  const bump = bumpOf((a, b, c) => noise(a * 90, b * 90, c * 90), [x, y, z], 0.12);
  return { colour: mix(colour, [0.3, 0.28, 0.25], dust * 0.22), gloss: gloss * (1 - 0.5 * dust), bump };
}

export function cardboard([x, y, z]: Vector): Look {
  const fibres = cloud(x * 60, y * 12, z * 60, 3);
  const wear = cloud(x * 3, y * 3, z * 3);
  const tone = 0.84 + 0.2 * fibres - 0.12 * wear;
  return { colour: [0.5 * tone, 0.34 * tone, 0.19 * tone], gloss: 0.08, bump: [(fibres - 0.5) * 0.08, 0, 0] };
}

export function rubber([x, y, z]: Vector, cracks: number): Look {
  const crack = step(0.035, 0.0, Math.abs(cloud(x * 9, y * 3, z * 9, 4) - 0.5)) * cracks;
  const tone = 0.05 + 0.035 * cloud(x * 14, y * 14, z * 14);
  return {
    colour: mix([tone, tone, tone * 1.05], [0.012, 0.011, 0.01], crack),
    gloss: 0.3 * (1 - crack),
    bump: [crack * 0.5, 0, crack * 0.4],
  };
}

const floor = (look: Thing["look"]): Thing => ({ shape: (_x, y) => y, look });

/** A steel bench with scratches and stains of oil. */
export const bench = floor(([x, , z]) => {
  const stain = step(0.5, 0.75, cloud(x * 0.9 + 5, 0, z * 0.9, 4));
  const scratch =
    step(0.03, 0, Math.abs(noise(x * 1.2 + z * 0.5, 4, z * 14) - 0.5)) * step(0.45, 0.6, noise(x * 2, 9, z * 2));
  const tone = 0.26 + 0.09 * cloud(x * 7, 1, z * 7) + 0.16 * scratch - 0.13 * stain;
  return {
    colour: [tone, tone * 1.01, tone * 1.03],
    gloss: 0.32 + 0.25 * stain,
    bump: [(cloud(x * 30, 1, z * 30) - 0.5) * 0.12, 0, 0],
  };
});

/** Concrete with what dripped on it. */
export const concrete = floor(([x, , z]) => {
  const oil = step(0.55, 0.72, cloud(x * 0.7 + 2, 3, z * 0.7, 5));
  const grain = cloud(x * 26, 2, z * 26, 4);
  const tone = 0.3 + 0.16 * grain - 0.05 * cloud(x * 2, 2, z * 2) - 0.18 * oil;
  return {
    colour: [tone, tone * 0.98, tone * 0.94],
    gloss: 0.1 + 0.35 * oil,
    bump: [(grain - 0.5) * 0.5, 0, (cloud(x * 26, 8, z * 26) - 0.5) * 0.5],
  };
});

/** Boards of a bench that has seen much. */
export const boards = floor(([x, , z]) => {
  const board = Math.floor(z / 0.9 + 40);
  const along = cloud(x * 1.2 + board * 7, board, z * 22, 5);
  const gap = step(0.03, 0.012, Math.abs(z / 0.9 - Math.round(z / 0.9)));
  const stain = step(0.52, 0.75, cloud(x * 1.1, 6, z * 1.1));
  const tone = (0.7 + 0.5 * along) * (1 - 0.8 * gap) * (1 - 0.45 * stain);
  return { colour: [0.36 * tone, 0.24 * tone, 0.14 * tone], gloss: 0.16, bump: [0, 0, (along - 0.5) * 0.35] };
});

export const thing = (shape: Shape, look: Thing["look"]): Thing => ({ shape, look });
