import { type Static, Type } from "typebox";

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
 * `pixelsMax`. `failed`: the process that read it crashed or passed its limits of time or memory; it would again. `busy`: too many wait,
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

/** What the process is asked; `sha256` is not, it is needed only where bytes change. */
export const InspectionRequest = Type.Object({ path: Type.String() });
export type InspectionRequest = Static<typeof InspectionRequest>;

const Pixels = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]);
const Bytes = Type.Integer({ minimum: 1 });

/** What the process answers. It reads strangers' bytes: nothing that it says is believed beyond this shape. */
export const InspectionAnswer = Type.Union([
  Type.Object({ kind: Type.Literal("ready") }),
  Type.Object({
    kind: Type.Literal("problem"),
    problem: Type.Union([
      Type.Literal("unreadable"),
      Type.Literal("too_many_pixels"),
      Type.Literal("failed"),
      Type.Literal("busy"),
      Type.Literal("no_space"),
    ]),
    /** For the log. */
    reason: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  Type.Object({
    kind: Type.Literal("inspected"),
    mime: Type.String({ pattern: "^[a-z]+/[a-z0-9.+-]{1,100}$" }),
    width: Pixels,
    height: Pixels,
    /** Base64. */
    placeholder: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
    cleaned: Type.Union([
      Type.Object({ bytes: Bytes, sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }) }),
      Type.Null(),
    ]),
    previewBytes: Type.Union([Bytes, Type.Null()]),
  }),
]);
export type InspectionAnswer = Static<typeof InspectionAnswer>;
export type Inspected = Extract<InspectionAnswer, { kind: "inspected" }>;
