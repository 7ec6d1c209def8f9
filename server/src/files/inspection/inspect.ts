import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { isDrawn, type MediaType } from "@cuplaj/media/file-types.ts";
import { mediaTypeOf } from "@cuplaj/media/media-type.ts";
import { withoutPersonalData } from "@cuplaj/media/personal-data.ts";
import { isoPixelSize } from "@cuplaj/media/pixel-size.ts";
import { fileTypeFromFile } from "file-type";
import { workTroubleOf } from "../../kernel/disk-trouble.ts";
import { reasonOf } from "../../kernel/startup-problem.ts";
import type { Inspected, InspectionAnswer } from "./inspection-answer.ts";
import { safeMime } from "./mime-types.ts";
import { readHead } from "./read-head.ts";
import { readPicture } from "./read-picture.ts";

const reasonCharactersMax = 300;
/** MSG-3r: a failing disk does not mean that the file is invalid. */
const problemOfTrouble = { full: "no_space", away: "busy" } as const;

/** Runs only in the media process (T57). */
export async function inspect(path: string): Promise<InspectionAnswer> {
  try {
    const type = mediaTypeOf(await readHead(path));
    if (type !== null) return await inspectMedia(path, type);
    const found = await fileTypeFromFile(path);
    return { ...nothingFound, mime: safeMime(found?.mime) };
  } catch (error) {
    const trouble = workTroubleOf(error);
    return {
      kind: "problem",
      problem: trouble === null ? "failed" : problemOfTrouble[trouble],
      reason: reasonOf(error).slice(0, reasonCharactersMax),
    };
  }
}

const nothingFound = {
  kind: "inspected",
  width: null,
  height: null,
  placeholder: null,
  cleaned: null,
  previewBytes: null,
} as const;

async function inspectMedia(path: string, type: MediaType): Promise<InspectionAnswer> {
  const given = await readFile(path);
  const bytes = withoutPersonalData(given);
  if (bytes === "broken") return { kind: "problem", problem: "unreadable" };
  // Decoding takes place on another thread while this one hashes and writes.
  const [picture, cleaned] = await Promise.all([
    isDrawn(type) ? readPicture(bytes) : null,
    bytes === given ? null : writeCleaned(path, bytes),
  ]);
  if (typeof picture === "string") return { kind: "problem", problem: picture };
  if (picture === null) return { ...nothingFound, ...isoPixelSize(bytes), mime: type, cleaned };
  const { width, height, preview, placeholder } = picture;
  await writeFile(`${path}.preview`, preview);
  const made = { placeholder: Buffer.from(placeholder).toString("base64"), previewBytes: preview.length };
  return { kind: "inspected", mime: type, width, height, cleaned, ...made };
}

async function writeCleaned(path: string, bytes: Uint8Array): Promise<Inspected["cleaned"]> {
  await writeFile(`${path}.clean`, bytes);
  return { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}
