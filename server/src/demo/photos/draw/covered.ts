import type { Thing } from "./render.ts";
import { cloud, limit, mix, times, type Vector } from "./vectors.ts";

/** A picture that lies on a surface: where on it a point is, from 0 to 1 in both directions; null where it is not. */
export interface Sticker {
  readonly width: number;
  readonly height: number;
  /** RGBA, row by row. */
  readonly pixels: Buffer;
}

/** The colour of a sticker, and how much of it covers what is below. */
function stickerAt(
  { width, height, pixels }: Sticker,
  across: number,
  down: number,
): { colour: Vector; cover: number } {
  if (across !== limit(across) || down !== limit(down)) return { colour: [0, 0, 0], cover: 0 };
  const [x, y] = [across * width - 0.5, down * height - 0.5];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const sum = [0, 0, 0, 0];
  for (let corner = 0; corner < 4; corner += 1) {
    const [column, row] = [left + (corner & 1), top + (corner >> 1)];
    const part = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row));
    const at = (limit(row, 0, height - 1) * width + limit(column, 0, width - 1)) * 4;
    for (const [channel, before] of sum.entries()) sum[channel] = before + part * pixels.readUInt8(at + channel);
  }
  const [red = 0, green = 0, blue = 0, cover = 0] = sum.map((value) => value / 255);
  return { colour: [red ** 2.2, green ** 2.2, blue ** 2.2], cover };
}

/** A look with a sticker over it, where a function says that a point is on it. */
export function covered(
  under: Thing["look"],
  sticker: Sticker,
  on: (point: Vector, normal: Vector) => readonly [number, number] | null,
  gloss = 0.35,
): Thing["look"] {
  return (point, normal) => {
    const look = under(point, normal);
    const [across, down] = on(point, normal) ?? [-1, -1];
    const { colour, cover } = stickerAt(sticker, across, down);
    if (cover === 0) return look;
    const dirt = 0.75 + 0.3 * cloud(point[0] * 5, point[1] * 5, point[2] * 5);
    const isMetal = look.isMetal === true && cover < 0.5;
    return {
      ...look,
      colour: mix(look.colour, times(colour, 0.86 * dirt), cover),
      gloss: look.gloss * (1 - cover) + gloss * cover,
      isMetal,
    };
  };
}
