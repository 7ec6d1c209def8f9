/** x to the right, y up, z towards whoever looks; of colours red, green and blue from 0 to 1. */
export type Vector = readonly [number, number, number];

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];
export const each = (a: Vector, b: Vector): Vector => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const unit = (a: Vector): Vector => times(a, 1 / Math.hypot(a[0], a[1], a[2]));
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const mix = (a: Vector, b: Vector, part: number): Vector => add(times(a, 1 - part), times(b, part));
export const limit = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value));
/** 0 before one edge, 1 behind the other, smooth between them. */
export function step(from: number, to: number, value: number): number {
  const part = limit((value - from) / (to - from));
  return part * part * (3 - 2 * part);
}

/** A number from 0 to 1 that belongs to a point of a grid; always the same. */
export function chanceAt(x: number, y: number, z: number): number {
  let seed =
    Math.imul(Math.floor(x), 374_761_393) ^
    Math.imul(Math.floor(y), 668_265_263) ^
    Math.imul(Math.floor(z), 1_274_126_177);
  seed = Math.imul(seed ^ (seed >>> 13), 1_103_515_245);
  return ((seed ^ (seed >>> 16)) >>> 0) / 4_294_967_296;
}

/** Smooth noise from 0 to 1, one bump to a unit. */
export function noise(x: number, y: number, z: number): number {
  const [cellX, cellY, cellZ] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [step(0, 1, x - cellX), step(0, 1, y - cellY), step(0, 1, z - cellZ)];
  let sum = 0;
  for (let corner = 0; corner < 8; corner += 1) {
    const [right, up, near] = [corner & 1, (corner >> 1) & 1, corner >> 2];
    const weight = (right === 1 ? u : 1 - u) * (up === 1 ? v : 1 - v) * (near === 1 ? w : 1 - w);
    if (weight > 0) sum += weight * chanceAt(cellX + right, cellY + up, cellZ + near);
  }
  return sum;
}

/** Noise of several sizes, each half as strong as the one twice as large. */
export function cloud(x: number, y: number, z: number, sizes = 4): number {
  let [sum, weight, scale] = [0, 0.5, 1];
  for (let size = 0; size < sizes; size += 1) {
    sum += weight * noise(x * scale, y * scale, z * scale);
    weight /= 2;
    scale *= 2.03;
  }
  return sum / (1 - 2 ** -sizes);
}
