import { asciiAt, u16, u16Little, u32, u32Little } from "./bytes.ts";

const orientationTag = 0x0112;
const entryBytes = 12;

/** Reads the orientation (1 to 8) from the TIFF inside EXIF; 1 if missing or invalid. */
export function orientationOf(tiff: Uint8Array): number {
  const isLittle = asciiAt(tiff, 0, 2) === "II";
  if (tiff.length < 14 || (!isLittle && asciiAt(tiff, 0, 2) !== "MM")) return 1;
  const [short, long] = isLittle ? [u16Little, u32Little] : [u16, u32];
  const first = long(tiff, 4);
  if (first + 2 > tiff.length) return 1;
  const entries = Math.min(short(tiff, first), Math.floor((tiff.length - first - 2) / entryBytes));
  for (let index = 0; index < entries; index += 1) {
    const at = first + 2 + index * entryBytes;
    if (short(tiff, at) !== orientationTag) continue;
    const value = short(tiff, at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

export function tiffOf(orientation: number): Uint8Array {
  const header = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8];
  return Uint8Array.from([...header, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]);
}
