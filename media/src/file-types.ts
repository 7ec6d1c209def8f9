interface CleanedType {
  /** Every browser can show it, and the server makes previews of it. */
  readonly isDrawn?: true;
  /** Scaled down on the device before the upload. */
  readonly isShrunk?: true;
}

/** Types that `media-type.ts` detects and that lose their personal data. */
const cleanedTypes = {
  "image/jpeg": { isDrawn: true, isShrunk: true },
  "image/png": { isDrawn: true, isShrunk: true },
  "image/webp": { isDrawn: true, isShrunk: true },
  "image/avif": { isDrawn: true, isShrunk: true },
  "image/gif": { isDrawn: true },
  "image/heic": { isShrunk: true },
  "video/mp4": {},
  "video/quicktime": {},
  "video/3gpp": {},
  "audio/mp4": {},
} as const satisfies Readonly<Record<string, CleanedType>>;

export type MediaType = keyof typeof cleanedTypes;

/** MSG-4c: other types that browsers show or play without running scripts; that excludes SVG, HTML and XML. */
const furtherShown =
  /^(?:audio\/(?:mpeg|aac|ogg|wav|flac|amr)|video\/(?:webm|matroska|ogg|mpeg|vnd\.avi)|application\/pdf)$/;

/** Whether files of this type are shown or played in place; all others can only be downloaded. */
export const isShown = (type: string): boolean => isCleaned(type) || furtherShown.test(type);

export const isCleaned = (type: string): type is MediaType => Object.hasOwn(cleanedTypes, type);

export const isDrawn = (type: string): boolean => isCleaned(type) && "isDrawn" in cleanedTypes[type];
export const isShrunk = (type: string): boolean => isCleaned(type) && "isShrunk" in cleanedTypes[type];
