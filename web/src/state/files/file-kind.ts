import { isCleaned, isDrawn } from "@cuplaj/media/file-types.ts";
import type { MessageFile } from "../entities.ts";

/** What a file is to people. */
export type FileKind = "photo" | "video" | "audio" | "pdf" | "document" | "sheet" | "archive" | "file";

const kindsOfTypes: readonly (readonly [RegExp, FileKind])[] = [
  [/^video\//, "video"],
  [/^audio\//, "audio"],
  [/^application\/pdf$/, "pdf"],
  [/spreadsheet|ms-excel/, "sheet"],
  [/zip|rar|x-7z|x-tar|gzip/, "archive"],
  [/word|opendocument\.text|rtf/, "document"],
];

/** The kind of a file by what its content is, never by its name; of a chosen one the kind that it will have. */
export const fileKindOf = (type: string): FileKind =>
  kindsOfTypes.find(([types]) => types.test(type))?.[1] ?? (isCleaned(type) ? "photo" : "file");

/** Whether a message's file is drawn in place: a picture that the browser reads, or that has a preview. */
export const isPicture = ({ type, previewPath }: Pick<MessageFile, "type" | "previewPath">): boolean =>
  isDrawn(type) || (type.startsWith("image/") && previewPath !== null);

/** Up to this size a picture that may move is drawn whole instead of its preview, in bytes. */
const movingBytesMax = 1024 * 1024;

/** What a conversation draws of a picture: its preview, or the whole where that is small enough to move in place. */
export function drawnPath({ type, bytes, path, previewPath }: MessageFile): string {
  return type === "image/gif" && bytes <= movingBytesMax ? path : (previewPath ?? path);
}

/** What shows a picture whole: its own bytes where browsers draw them, else the preview. */
export const wholePath = ({ type, path, previewPath }: MessageFile): string =>
  isDrawn(type) ? path : (previewPath ?? path);
