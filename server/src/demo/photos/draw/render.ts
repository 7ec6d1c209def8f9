import type { Shape } from "./shapes.ts";
import { add, chanceAt, cross, dot, each, limit, minus, mix, step, times, unit, type Vector } from "./vectors.ts";

/** How a surface looks at a point. */
export interface Look {
  readonly colour: Vector;
  /** 0 is chalk, 1 a mirror. */
  readonly gloss: number;
  /** Whether it mirrors in its own colour. */
  readonly isMetal?: boolean;
  /** Unevenness: what is added to the normal. */
  readonly bump?: Vector;
}

export interface Thing {
  readonly shape: Shape;
  readonly look: (point: Vector, normal: Vector) => Look;
}

export interface Scene {
  readonly things: readonly Thing[];
  readonly eye: Vector;
  readonly target: Vector;
  /** How far off the picture plane is; longer looks closer. */
  readonly lens: number;
  /** Where the lamp is, from the target. */
  readonly lamp: Vector;
  readonly lampColour?: Vector;
  readonly room?: Vector;
  /** Whether the phone was held upright. */
  readonly isUpright?: boolean;
}

const farMax = 14;
const exposure = 0.4;
/** Of a sensor in poor light, as a part of white. */
const grainMax = 0.022;
const touching = 0.0006;

/** Renders a scene as 8-bit RGB, row by row. */
export function render(scene: Scene, width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  const forward = unit(minus(scene.target, scene.eye));
  const right = unit(cross(forward, [0, 1, 0]));
  const up = cross(right, forward);
  const side = Math.min(width, height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [x, y] = [(column - width / 2) / side, (height / 2 - row) / side];
      const ray = unit(add(times(forward, scene.lens), add(times(right, x), times(up, y))));
      const shade = exposure * (1 - 0.75 * (x * x + y * y));
      const light = times(lightAlong(scene, ray), shade);
      for (const [channel, value] of light.entries()) {
        const grain = (chanceAt(column, row, channel) + chanceAt(row, channel, column) - 1) * grainMax;
        pixels[(row * width + column) * 3 + channel] = Math.round(255 * limit(tone(value) + grain));
      }
    }
  }
  return pixels;
}

/** As a phone's camera has it: bright parts are held back. */
const tone = (light: number): number =>
  limit((light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14)) ** (1 / 2.2);

function lightAlong(scene: Scene, ray: Vector): Vector {
  const hit = march(scene, scene.eye, ray, farMax);
  if (hit === null) return surroundings(scene, ray, 0.2);
  const { thing, point } = hit;
  const even = normalAt(thing.shape, point);
  const look = thing.look(point, even);
  const normal = look.bump === undefined ? even : unit(add(even, look.bump));
  const lamp = unit(scene.lamp);
  const lampColour = scene.lampColour ?? [2.6, 2.45, 2.2];
  const open = openness(scene, point, even);
  const direct =
    Math.max(0, dot(normal, lamp)) * (dot(even, lamp) > 0 ? shadow(scene, add(point, times(even, 0.004)), lamp) : 0);
  const sky = times(surroundings(scene, normal, 0), open);
  const diffuse = each(look.colour, add(times(lampColour, direct), sky));
  const mirrored = minus(ray, times(normal, 2 * dot(ray, normal)));
  const facing = 1 - Math.max(0, -dot(ray, normal));
  const mirror = limit(look.gloss) ** 2;
  const highlight = Math.max(0, dot(mirrored, lamp)) ** (4 + 180 * look.gloss ** 3) * direct * (0.3 + 3 * mirror);
  const reflected = add(
    times(surroundings(scene, mirrored, look.gloss), 0.35 + 0.65 * open),
    times(lampColour, highlight),
  );
  if (look.isMetal === true)
    return add(times(diffuse, 0.35 * (1 - mirror)), each(look.colour, times(reflected, 0.35 + 0.65 * look.gloss)));
  const edge = 0.04 + 0.5 * look.gloss * facing ** 5;
  return add(diffuse, times(reflected, edge * (0.3 + look.gloss)));
}

/** A workshop: tubes of light on a grey ceiling, daylight at one side, dark shelves. */
function surroundings(scene: Scene, ray: Vector, gloss: number): Vector {
  const room = scene.room ?? [0.5, 0.52, 0.55];
  const soft = 0.5 - 0.45 * gloss;
  const above = step(-0.3 - soft, 0.6 + soft, ray[1]);
  const stripe = Math.abs((((ray[0] / Math.max(0.2, ray[1])) * 0.9 + 10.3) % 1.4) - 0.7);
  const tube = ray[1] > 0 ? step(0.16 + soft, 0.02, stripe) * step(0.05, 0.5, ray[1]) * (0.4 + 2.2 * gloss) : 0;
  const daylight = step(0.55 - soft, 0.95, -ray[0]) * (0.5 + 0.8 * gloss);
  return add(mix(times(room, 0.25), room, above), [tube + daylight, tube + daylight * 1.02, tube + daylight * 1.08]);
}

function march(scene: Scene, from: Vector, ray: Vector, far: number): { thing: Thing; point: Vector } | null {
  for (let way = 0.02, steps = 0; way < far && steps < 220; steps += 1) {
    const [x, y, z] = [from[0] + ray[0] * way, from[1] + ray[1] * way, from[2] + ray[2] * way];
    let nearest = Infinity;
    let found: Thing | undefined;
    for (const thing of scene.things) {
      const distance = thing.shape(x, y, z);
      if (distance < nearest) [nearest, found] = [distance, thing];
    }
    if (nearest < touching * (1 + way) && found !== undefined) return { thing: found, point: [x, y, z] };
    way += Math.max(nearest * 0.85, touching);
  }
  return null;
}

const distanceIn = (scene: Scene, x: number, y: number, z: number): number => {
  let nearest = Infinity;
  for (const { shape } of scene.things) nearest = Math.min(nearest, shape(x, y, z));
  return nearest;
};

/** How much of a large lamp is seen from a point. */
function shadow(scene: Scene, from: Vector, lamp: Vector): number {
  let seen = 1;
  for (let way = 0.02; way < 5;) {
    const distance = distanceIn(scene, from[0] + lamp[0] * way, from[1] + lamp[1] * way, from[2] + lamp[2] * way);
    seen = Math.min(seen, 0.5 + (7 * distance) / way);
    if (seen <= 0) return 0;
    way += limit(distance, 0.012, 0.4);
  }
  return step(0, 1, seen);
}

/** How much of its surroundings a point sees, by how near others are. */
function openness(scene: Scene, point: Vector, normal: Vector): number {
  let hidden = 0;
  for (let index = 1; index <= 5; index += 1) {
    const way = 0.035 * index ** 1.6;
    const at = add(point, times(normal, way));
    hidden += (way - distanceIn(scene, at[0], at[1], at[2])) * 0.62 ** index * 6;
  }
  return limit(1 - hidden, 0.08, 1);
}

function normalAt(shape: Shape, [x, y, z]: Vector): Vector {
  const by = 0.0008;
  return unit([
    shape(x + by, y, z) - shape(x - by, y, z),
    shape(x, y + by, z) - shape(x, y - by, z),
    shape(x, y, z + by) - shape(x, y, z - by),
  ]);
}
