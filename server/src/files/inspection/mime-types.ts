/** Browsers do nothing with files of this type but save them. */
const unknownMime = "application/octet-stream";

/** Types that never run in a browser: no HTML, SVG, XML or programs (T53). Pictures are checked elsewhere. */
const safeApplications = new Set([
  "application/pdf",
  "application/zip",
  "application/gzip",
  "application/x-7z-compressed",
  "application/x-rar-compressed",
  "application/x-tar",
  "application/rtf",
  "application/msword",
  "application/vnd.ms-excel",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.oasis.opendocument.text",
  "application/vnd.oasis.opendocument.spreadsheet",
  "application/vnd.oasis.opendocument.presentation",
]);

export function safeMime(found: string | undefined): string {
  const [mime = ""] = found?.split(";") ?? [];
  return safeApplications.has(mime) || /^(audio|video)\/[a-z0-9.+-]+$/u.test(mime) ? mime : unknownMime;
}
