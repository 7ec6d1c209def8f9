/** Distance from a point to a shape, negative inside of it; lengths are in decimetres. */
export type Shape = (x: number, y: number, z: number) => number;

export const box =
  (width: number, height: number, depth: number, round = 0.01): Shape =>
  (x, y, z) => {
    const [a, b, c] = [
      Math.abs(x) - width / 2 + round,
      Math.abs(y) - height / 2 + round,
      Math.abs(z) - depth / 2 + round,
    ];
    return Math.hypot(Math.max(a, 0), Math.max(b, 0), Math.max(c, 0)) + Math.min(Math.max(a, b, c), 0) - round;
  };

/** A cylinder that stands. */
export const cylinder =
  (radius: number, height: number, round = 0.01): Shape =>
  (x, y, z) => {
    const [a, b] = [Math.hypot(x, z) - radius + round, Math.abs(y) - height / 2 + round];
    return Math.hypot(Math.max(a, 0), Math.max(b, 0)) + Math.min(Math.max(a, b), 0) - round;
  };

/** A ring that lies. */
export const ring =
  (inner: number, outer: number, height: number, round = 0.006): Shape =>
  (x, y, z) => {
    const middle = (inner + outer) / 2;
    const [a, b] = [
      Math.abs(Math.hypot(x, z) - middle) - (outer - inner) / 2 + round,
      Math.abs(y) - height / 2 + round,
    ];
    return Math.hypot(Math.max(a, 0), Math.max(b, 0)) + Math.min(Math.max(a, b), 0) - round;
  };

/** A rod between two points, thick as a wire. */
export function rod(
  from: readonly [number, number, number],
  to: readonly [number, number, number],
  radius: number,
): Shape {
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = dx * dx + dy * dy + dz * dz;
  return (x, y, z) => {
    const [px, py, pz] = [x - from[0], y - from[1], z - from[2]];
    const along = Math.min(1, Math.max(0, (px * dx + py * dy + pz * dz) / length));
    return Math.hypot(px - dx * along, py - dy * along, pz - dz * along) - radius;
  };
}

export const moved =
  (shape: Shape, right: number, up: number, near: number): Shape =>
  (x, y, z) =>
    shape(x - right, y - up, z - near);

/** Turned about the upright axis. */
export function turned(shape: Shape, degrees: number): Shape {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return (x, y, z) => shape(cos * x + sin * z, y, cos * z - sin * x);
}

/** What stands is laid down, its top to the right. */
export const lying =
  (shape: Shape): Shape =>
  (x, y, z) =>
    shape(-y, x, z);

export const together =
  (...shapes: readonly Shape[]): Shape =>
  (x, y, z) => {
    let nearest = Infinity;
    for (const shape of shapes) nearest = Math.min(nearest, shape(x, y, z));
    return nearest;
  };

export const without =
  (shape: Shape, hole: Shape): Shape =>
  (x, y, z) =>
    Math.max(shape(x, y, z), -hole(x, y, z));

/** So many copies around the upright axis; the first one lies to the right. */
export function around(shape: Shape, count: number): Shape {
  const sector = (2 * Math.PI) / count;
  return (x, y, z) => {
    const radius = Math.hypot(x, z);
    const angle = Math.atan2(z, x);
    const inSector = angle - Math.round(angle / sector) * sector;
    return shape(radius * Math.cos(inSector), y, radius * Math.sin(inSector));
  };
}
