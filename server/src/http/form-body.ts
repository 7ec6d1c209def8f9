import { pipeline, Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { unreadable } from "./upload-body.ts";

interface FormField {
  readonly kind: "field";
  readonly name: string;
  readonly value: string;
  readonly isCut: boolean;
}

/** A file in a form. It must be read before the next part, and fails if it is too long or the body is cut off. */
interface FormFile {
  readonly kind: "file";
  readonly name: string;
  /** The file name as sent; it may be any text, even a path. */
  readonly fileName: string;
  readonly bytes: Readable;
}

interface TooManyParts {
  readonly kind: "too-many";
  readonly of: "fields" | "files";
}

export type FormPart = FormField | FormFile | TooManyParts;

const fieldsMax = 10;
/** Most bytes per field, which are more than the longest text needs, whatever its line endings (MSG-2). */
const fieldBytesMax = 32 * 1024;
const headerBytesMax = 8 * 1024;

/** Parses a form. Invalid or interrupted bodies throw 400; parts that nobody requests stay unread. */
export function readForm(body: Readable, contentType: string, fileBytesMax: number): AsyncIterable<FormPart> {
  const parser = parserOf(contentType, fileBytesMax);
  const parts = new Readable({ objectMode: true, read: ignore });
  const files = new Set<Readable>();
  const fail = (error: Error | undefined): void => {
    for (const stream of [...files, parts]) stream.destroy(error);
  };
  const push = (part: FormPart | null): void => void parts.push(part);
  parser.on("field", (name, value, _isNameCut, isCut) => push({ kind: "field", name, value, isCut }));
  parser.on("file", (name, file, fileName) => {
    files.add(file.once("limit", () => fail(unreadable(413))).on("error", markUnreadable));
    push({ kind: "file", name, fileName: typedName(fileName), bytes: file });
  });
  parser.once("fieldsLimit", () => push({ kind: "too-many", of: "fields" }));
  parser.once("filesLimit", () => push({ kind: "too-many", of: "files" }));
  parser.once("finish", () => push(null));
  // The consumer may have stopped listening.
  parts.on("error", ignore);
  parts.once("close", () => fail(undefined));
  parts.once("close", () => parser.destroy());
  pipeline(body, parser, (error) => {
    if (error) fail(markUnreadable(error));
  });
  return parts;
}

function parserOf(contentType: string, fileSize: number): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: {
        files: 1,
        fields: fieldsMax,
        fieldSize: fieldBytesMax,
        fileSize,
        headerPairs: 20,
        headerSize: headerBytesMax,
      },
      preservePath: true,
    });
  } catch {
    throw unreadable(400);
  }
}

/** Attributes parser errors to the sender (400); all listeners get the same error. */
function markUnreadable(error: Error): Error {
  return "statusCode" in error ? error : Object.assign(error, { statusCode: 400 });
}

/** Reverses the escapes that browsers use in names (HTML, "multipart form data"), which the parser does not. */
const typedName = (fileName: string | undefined): string =>
  (fileName ?? "").replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");

const ignore = (): void => undefined;
