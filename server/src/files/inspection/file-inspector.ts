import { isDrawn } from "@cuplaj/media/file-types.ts";
import { mediaTypeOf } from "@cuplaj/media/media-type.ts";
import type { FileInspector } from "./inspection.ts";
import { createMediaProcess } from "./media-process.ts";
import { readHead } from "./read-head.ts";

/** MSG-3l: uses two media processes, one only for pictures, so that other files never wait while a picture is decoded. */
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

/** Compares only the first bytes and parses nothing. An unreadable file goes to the process for other files, which reports why. */
async function isPicture(path: string): Promise<boolean> {
  const type = await readHead(path).then(mediaTypeOf, () => null);
  return type !== null && isDrawn(type);
}
