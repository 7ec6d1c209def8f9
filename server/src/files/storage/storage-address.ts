import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export type StorageAddress = DiskAddress | S3Address;

interface DiskAddress {
  readonly kind: "disk";
  readonly folder: string;
}

export interface S3Address {
  readonly kind: "s3";
  readonly bucket: string;
  /** Empty, or ends with `/`. */
  readonly prefix: string;
  /** Null for Amazon S3 itself. */
  readonly endpoint: string | null;
  readonly region: string;
}

/** Files live in `DATA_DIR` by default, so that they move with it. */
export const usualStorageUrl = "file:files";

const usualRegion = "us-east-1";

/** Parses `file:/folder`, `file:folder` (in `DATA_DIR`) or `s3://bucket/prefix?endpoint=...&region=...`; null if invalid. */
export function readStorageUrl(url: string, dataDir: string): StorageAddress | null {
  if (url.startsWith("s3:")) return readS3(URL.parse(url));
  if (!url.startsWith("file:") || /[?#]/u.test(url)) return null;
  const folder = readFolder(url, dataDir);
  return folder === null || folder.includes("\0") ? null : { kind: "disk", folder };
}

function readFolder(url: string, dataDir: string): string | null {
  try {
    if (url.startsWith("file:/")) return resolve(fileURLToPath(url));
    const given = decodeURIComponent(url.slice("file:".length));
    return given === "" || given.split(/[/\\]/u).includes("..") ? null : resolve(dataDir, given);
  } catch {
    // The URL has a host or a malformed percent escape.
    return null;
  }
}

function readS3(url: URL | null): S3Address | null {
  if (url === null || !isBucket(url)) return null;
  const { endpoint = null, region = usualRegion, ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0 || !/^[a-z0-9-]{1,40}$/u.test(region)) return null;
  if (endpoint !== null && !isEndpoint(endpoint)) return null;
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/gu, "");
  return { kind: "s3", bucket: url.hostname, prefix: prefix === "" ? "" : `${prefix}/`, endpoint, region };
}

function isBucket({ username, password, port, hash, hostname, pathname }: URL): boolean {
  return (
    [username, password, port, hash].every((part) => part === "") &&
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/u.test(hostname) &&
    /^[\w.\-/]*$/u.test(pathname)
  );
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/u.test(url.protocol) && url.origin === text.replace(/\/$/u, "");
}

/** Formats an address for the table and for display; folders in `DATA_DIR` become relative. The result never contains a secret. */
export function writeStorageUrl(address: StorageAddress, dataDir: string): string {
  if (address.kind === "disk") {
    const inside = relative(dataDir, address.folder);
    const isInside = inside !== "" && inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
    return isInside
      ? `file:${inside.split(sep).map(encodeURIComponent).join("/")}`
      : pathToFileURL(address.folder).href;
  }
  const { bucket, prefix, endpoint, region } = address;
  const query = new URLSearchParams({ ...(endpoint !== null && { endpoint }), region });
  return `s3://${bucket}/${prefix}?${query.toString()}`;
}

/** The folder within `DATA_DIR` that a stored address names; null if the address is elsewhere. */
export function folderInDataDir(url: string): string | null {
  const isElsewhere = !url.startsWith("file:") || url.startsWith("file:/");
  return isElsewhere ? null : decodeURIComponent(url.slice("file:".length));
}

/** The folder in which a process without disk storage receives files. */
export const usualWorkFolder = (dataDir: string): string => join(dataDir, "work");
