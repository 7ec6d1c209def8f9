import { readFile } from "node:fs/promises";
import { join } from "node:path";
import drawn from "./photos.json" with { type: "json" };

/** A photo of the demo, by the name of its files in this folder (RUN-9). */
export type DemoPhoto = keyof typeof drawn;

export const isDemoPhoto = (name: string): name is DemoPhoto => Object.hasOwn(drawn, name);

export const demoPhotos = Object.keys(drawn).filter(isDemoPhoto);

/** A photo as it would have been found when it was sent. */
interface DemoPhotoFiles {
  /** As a phone calls it. */
  readonly sentAs: string;
  readonly photo: Buffer;
  readonly preview: Buffer;
  readonly width: number;
  readonly height: number;
  /** Base64. */
  readonly placeholder: string;
}

export async function readDemoPhoto(name: DemoPhoto): Promise<DemoPhotoFiles> {
  const read = (ending: string): Promise<Buffer> => readFile(join(import.meta.dirname, `${name}.${ending}`));
  const [photo, preview] = await Promise.all([read("jpg"), read("webp")]);
  return { ...drawn[name], photo, preview };
}
