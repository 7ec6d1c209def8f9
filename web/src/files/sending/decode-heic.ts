import heif from "libheif-js/libheif-wasm/libheif.js";
import wasmUrl from "libheif-js/libheif-wasm/libheif.wasm?url";
import { readBytes } from "../../platform/http.ts";

/** Decodes an iPhone picture, upright, if the browser cannot; null if invalid. */
export async function decodeHeic(bytes: Uint8Array): Promise<ImageBitmap | null> {
  const { HeifDecoder } = heif({ wasmBinary: await readBytes(wasmUrl) });
  const [picture] = new HeifDecoder().decode(bytes);
  if (picture === undefined) return null;
  const size = new ImageData(picture.get_width(), picture.get_height());
  const drawn = await new Promise<ImageData | null>((resolve) => picture.display(size, resolve));
  picture.free();
  return drawn && createImageBitmap(drawn);
}
