interface CleanedType {
  /** Every browser draws it, and the server makes its preview. */
  readonly isDrawn?: true;
  /** A device makes it smaller before it leaves. */
  readonly isShrunk?: true;
}

/** Types that `media-type.ts` finds by content, and out of which personal data is removed. */
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

/** Further types that browsers may show or play without running anything in them: no SVG, HTML or XML of any kind (MSG-4c). */
const furtherShown =
  /^(?:audio\/(?:mpeg|aac|ogg|wav|flac|amr)|video\/(?:webm|matroska|ogg|mpeg|vnd\.avi)|application\/pdf)$/;

/** Whether a file of a type is shown or played where it stands; any other is bytes to save. */
export const isShown = (type: string): boolean => isCleaned(type) || furtherShown.test(type);

/** Whether personal data is removed from files of a type. */
export const isCleaned = (type: string): type is MediaType => Object.hasOwn(cleanedTypes, type);

export const isDrawn = (type: string): boolean => isCleaned(type) && "isDrawn" in cleanedTypes[type];
export const isShrunk = (type: string): boolean => isCleaned(type) && "isShrunk" in cleanedTypes[type];
