import { open } from "node:fs/promises";
import { mediaHeadBytes } from "@cuplaj/media/media-type.ts";

export async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mediaHeadBytes));
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
