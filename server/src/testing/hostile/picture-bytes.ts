import sharp from "sharp";

export type Format = "jpeg" | "png" | "webp" | "gif" | "avif";

export const size = { width: 60, height: 40 } as const;

export async function photo(format: Format): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 120, sigma: 40 } as const;
  return sharp({ create: { ...size, channels: 3, background: "#884422", noise } })
    .toFormat(format)
    .toBuffer();
}

export const at = (bytes: Buffer, position: number, ...parts: readonly Buffer[]) =>
  Buffer.concat([bytes.subarray(0, position), ...parts, bytes.subarray(position)]);

export const over = (bytes: Buffer, position: number, put: readonly number[]) => {
  const changed = Buffer.from(bytes);
  changed.set(put, position);
  return changed;
};

/** Returns the position of a JPEG's frame header, which holds its size. */
export function frameHead(jpeg: Buffer): number {
  const found = [0xc0, 0xc2].map((code) => jpeg.indexOf(Buffer.from([0xff, code]))).find((index) => index > 0);
  if (found === undefined) throw new Error("no frame");
  return found;
}
