/** A file on this machine's disk, with the SHA-256 of its bytes. */
export interface FileOnDisk {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: Buffer;
}

export interface InspectedFile {
  /** Detected from the content; `application/octet-stream` if unknown or unsafe. */
  readonly mime: string;
  /** Pixels of the upright image; null if it is not a picture or video, or if a video does not state it. */
  readonly width: number | null;
  readonly height: number | null;
  /** The ThumbHash of a picture, at most 25 bytes. */
  readonly placeholder: Buffer | null;
  /** The file to store: the original, or `{path}.clean` if personal data was removed. */
  readonly file: FileOnDisk;
  /** WebP at `{path}.preview`, at most `previewSideMax` pixels per side; null if it is not a readable picture. */
  readonly preview: { readonly path: string; readonly bytes: number } | null;
}

/**
 * Why a file is refused:
 * - `unreadable`: the picture or video is broken
 * - `too_many_pixels`: it exceeds `pixelsMax`, `decodedBytesMax` or `heldBytesMax`
 * - `failed`: the process crashed or exceeded its memory or time, and would do so again
 * - `busy`: the queue is full, or the process or disk does not respond
 * - `no_space`: the disk is full
 */
export type InspectionProblem = "unreadable" | "too_many_pixels" | "failed" | "busy" | "no_space";

export type Inspection =
  | { readonly ok: true; readonly value: InspectedFile }
  | { readonly ok: false; readonly problem: InspectionProblem };

export interface FileInspector {
  /**
   * Inspects files of different people in turn. Writes only `{path}.clean` and `{path}.preview`; the caller removes the folder, even after a problem.
   */
  inspectFile(file: FileOnDisk, personId: number): Promise<Inspection>;
  /** Ends the process at once; running and queued files become `busy`. */
  stop(): Promise<void>;
}

export const pixelsMax = 100_000_000;
/** Most bytes of decoded pixels: enough for `pixelsMax` pixels of four bytes, or half as many at 16 bits per channel. */
export const decodedBytesMax = 4 * pixelsMax;
/** MSG-3m: most bytes a decoder may hold at once, on top of about 200 MiB that a process keeps from earlier pictures. */
export const heldBytesMax = 3 * pixelsMax;
