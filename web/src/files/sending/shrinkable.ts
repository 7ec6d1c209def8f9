import { isCleaned, isShrunk } from "@cuplaj/media/file-types.ts";
import type { PendingFile } from "../../state/entities.ts";

type Named = Pick<PendingFile, "type" | "name">;

/** Photos and screenshots, by the type that the browser gives, or by the name where it gives none (HEIC). */
export const isShrinkable = ({ type, name }: Named): boolean =>
  isShrunk(type) || type === "image/heif" || (type === "" && /\.hei[cf]$/i.test(name));

/** ATT-7c: TIFF, and what cameras write besides pictures that people look at. */
export const keepsPersonalData = ({ type, name }: Named): boolean =>
  !isCleaned(type) && /\.(?:tiff?|dng|cr[23]|nef|arw|raf|orf|rw2|pef|srw)$/i.test(name);
