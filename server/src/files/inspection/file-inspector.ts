import { isDrawn } from "@cuplaj/media/file-types.ts";
import { mediaTypeOf } from "@cuplaj/media/media-type.ts";
import type { FileInspector } from "./inspection.ts";
import { createMediaProcess } from "./media-process.ts";
import { readHead } from "./read-head.ts";

/** MSG-3l: Uses two media processes: one decodes pictures, so that other files never wait for them. */
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

/** Compares the first bytes without parsing. Unreadable files count as "other", and their process says why. */
async function isPicture(path: string): Promise<boolean> {
  const type = await readHead(path).then(mediaTypeOf, () => null);
  return type !== null && isDrawn(type);
}
