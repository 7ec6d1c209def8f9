/** A file that lies on this machine's disk; `sha256` is of its bytes. */
export interface FileOnDisk {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** What was found in a file, and what is stored of it in place of what was sent. */
export interface InspectedFile {
  /** By its content; `application/octet-stream` where that is unknown, or nothing that may be named safely. */
  readonly mime: string;
  /** Pixels, upright; null where it is no picture or video, or a video does not say. */
  readonly width: number | null;
  readonly height: number | null;
  /** ThumbHash of a picture, at most 25 bytes. */
  readonly placeholder: Buffer | null;
  /** What is to be stored: the file itself, or `{path}.clean` beside it where personal data was removed from it. */
  readonly file: FileOnDisk;
  /** WebP of at most `previewSideMax`, at `{path}.preview`; null where it is no picture that can be read here. */
  readonly preview: { readonly path: string; readonly bytes: number } | null;
}

/**
 * Why a file cannot be taken. `unreadable`: it says it is a picture or video and is broken. `too_many_pixels`: a picture beyond
 * `pixelsMax`, `decodedBytesMax` or `heldBytesMax`. `failed`: the process that read it crashed or passed its limits of time or memory; it would again. `busy`: too many wait,
 * the process does not start, or the disk does not answer; it says nothing of the file. `no_space`: the disk is full.
 */
export type InspectionProblem = "unreadable" | "too_many_pixels" | "failed" | "busy" | "no_space";

export type Inspection =
  | { readonly ok: true; readonly value: InspectedFile }
  | { readonly ok: false; readonly problem: InspectionProblem };

/** Opens files in a process of its own, so that this one never does. */
export interface FileInspector {
  /**
   * In the turn of the person whose file it is. Writes only `{path}.clean` and `{path}.preview`; whoever made the folder removes them with
   * it, also after a problem.
   */
  inspectFile(file: FileOnDisk, personId: number): Promise<Inspection>;
  /** Ends the process at once; what is under way or waits is `busy`. */
  stop(): Promise<void>;
}

/** A picture has at most so many pixels. */
export const pixelsMax = 100_000_000;
/** So many bytes of pixels it has at most, as its decoder has them: four of each pixel, and half as many pixels at 16 bit. */
export const decodedBytesMax = 4 * pixelsMax;
/** MSG-3m: so many bytes a decoder may hold at once, beside some 200 MiB that a process has kept of earlier pictures. */
export const heldBytesMax = 3 * pixelsMax;
