/** MSG-4e: the ETag of a file or its preview, from the file's SHA-256. */
export const tagOf = (sha256: Buffer, isPreview: boolean): string =>
  `"${sha256.toString("hex")}${isPreview ? "-preview" : ""}"`;

export const previewName = (name: string): string => `${name.replace(/\.[a-z\d]{1,5}$/iu, "")}.webp`;
