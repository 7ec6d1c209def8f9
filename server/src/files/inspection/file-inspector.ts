import { isDrawn } from "@cuplaj/media/file-types.ts";
import { mediaTypeOf } from "@cuplaj/media/media-type.ts";
import type { FileInspector } from "./inspection.ts";
import { createMediaProcess } from "./media-process.ts";
import { readHead } from "./read-head.ts";

/** MSG-3l: two media processes, of which one decodes pictures, and all other files wait for none. */
export function createFileInspector(options: Parameters<typeof createMediaProcess>[0]): FileInspector {
  const [pictures, others] = [createMediaProcess(options), createMediaProcess(options)];
  return {
    async inspectFile(file, personId) {
      const media = (await isPicture(file.path)) ? pictures : others;
      return await media.inspectFile(file, personId);
    },
    async stop() {
      await Promise.all([pictures.stop(), others.stop()]);
    },
  };
}

/** By its first bytes, which are compared and not parsed; what cannot be read is none, and its process says why. */
async function isPicture(path: string): Promise<boolean> {
  const type = await readHead(path).then(mediaTypeOf, () => null);
  return type !== null && isDrawn(type);
}
