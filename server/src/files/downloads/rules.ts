/** MSG-4e: the tag of a file, or of its preview, by the SHA-256 of the file. */
export const tagOf = (sha256: Buffer, isPreview: boolean): string =>
  `"${sha256.toString("hex")}${isPreview ? "-preview" : ""}"`;

/** The name of a file's preview, which is a WebP whatever the file is. */
export const previewName = (name: string): string => `${name.replace(/\.[a-z\d]{1,5}$/iu, "")}.webp`;
