import { readFile } from "node:fs/promises";
import { join } from "node:path";
import drawn from "./photos.json" with { type: "json" };

/** RUN-9: the base name of the photo's files in this folder. */
export type DemoPhoto = keyof typeof drawn;

export const isDemoPhoto = (name: string): name is DemoPhoto => Object.hasOwn(drawn, name);

export const demoPhotos = Object.keys(drawn).filter(isDemoPhoto);

interface DemoPhotoFiles {
  /** The file name that the photo had on a phone. */
  readonly sentAs: string;
  readonly photo: Buffer;
  readonly preview: Buffer;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
}

export async function readDemoPhoto(name: DemoPhoto): Promise<DemoPhotoFiles> {
  const read = (ending: string): Promise<Buffer> => readFile(join(import.meta.dirname, `${name}.${ending}`));
  const [photo, preview] = await Promise.all([read("jpg"), read("webp")]);
  return { ...drawn[name], photo, preview };
}
