import { isShown } from "@cuplaj/media/file-types.ts";

/** How a file is answered: its type, and whether a browser may show it where it stands. */
interface ServedAs {
  readonly type: string;
  readonly disposition: "inline" | "attachment";
}

/** MSG-4c: a stored type that may be shown is answered as it is, letter for letter; all else is bytes to save. */
export const servedAs = (mime: string): ServedAs =>
  isShown(mime)
    ? { type: mime, disposition: "inline" }
    : { type: "application/octet-stream", disposition: "attachment" };
