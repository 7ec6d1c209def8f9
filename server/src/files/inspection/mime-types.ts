/** The type of what is not known, or must not be named: browsers save it and do nothing else. */
const unknownMime = "application/octet-stream";

/** What cannot run in a browser, whatever opens it; HTML, SVG, XML and programs are not here (T53), and no picture that is not checked. */
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

/** The type that a file is stored with, of the one that was found in it. */
export function safeMime(found: string | undefined): string {
  const [mime = ""] = found?.split(";") ?? [];
  return safeApplications.has(mime) || /^(audio|video)\/[a-z0-9.+-]+$/u.test(mime) ? mime : unknownMime;
}
