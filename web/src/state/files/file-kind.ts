import { isCleaned, isDrawn } from "@cuplaj/media/file-types.ts";
import type { MessageFile } from "../entities.ts";

export type FileKind = "photo" | "video" | "audio" | "pdf" | "document" | "sheet" | "archive" | "file";

const kindsOfTypes: readonly (readonly [RegExp, FileKind])[] = [
  [/^video\//, "video"],
  [/^audio\//, "audio"],
  [/^application\/pdf$/, "pdf"],
  [/spreadsheet|ms-excel/, "sheet"],
  [/zip|rar|x-7z|x-tar|gzip/, "archive"],
  [/word|opendocument\.text|rtf/, "document"],
];

/** A file's kind by its MIME type, never by its name. A chosen file gets the kind that it will have once stored. */
export const fileKindOf = (type: string): FileKind =>
  kindsOfTypes.find(([types]) => types.test(type))?.[1] ?? (isCleaned(type) ? "photo" : "file");

export const isPicture = ({ type, previewPath }: Pick<MessageFile, "type" | "previewPath">): boolean =>
  isDrawn(type) || (type.startsWith("image/") && previewPath !== null);

/** Animated pictures of up to this many bytes are shown in full instead of as a preview. */
const movingBytesMax = 1024 * 1024;

export function drawnPath({ type, bytes, path, previewPath }: MessageFile): string {
  return type === "image/gif" && bytes <= movingBytesMax ? path : (previewPath ?? path);
}

export const wholePath = ({ type, path, previewPath }: MessageFile): string =>
  isDrawn(type) ? path : (previewPath ?? path);
