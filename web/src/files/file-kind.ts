import { isCleaned, isDrawn } from "@cuplaj/media/file-types.ts";
import type { MessageFile } from "../state/entities.ts";

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
