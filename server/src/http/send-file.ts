import type { IncomingHttpHeaders } from "node:http";
import { pipeline, Readable, Transform, type TransformCallback } from "node:stream";
import { create as contentDisposition } from "content-disposition";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refused } from "../kernel/outcome.ts";
import { isDatabaseAway } from "../storage/database-away.ts";
import { answerRefused, unavailable } from "./answer-error.ts";

export interface FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** A strong ETag, with its quotes. */
  readonly etag: string;
  readonly disposition: "inline" | "attachment";
  readonly cacheControl: string;
  /** Opens a non-empty part; the stream is destroyed unless it is read to its end. Null if the bytes are currently unavailable. */
  readonly open: (part: FilePart) => Promise<Readable | null>;
}

/** First and last byte, both inclusive, as in `Range`. */
export interface FilePart {
  readonly start: number;
  readonly end: number;
}

/** Sends a file per RFC 9110: the whole, one range, only headers, or 304. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
  const { headers, method } = request;
  const isHeld = hasTag(headers["if-none-match"], file.etag);
  const part = method === "GET" && !isHeld ? partAsked(headers, file) : null;
  if (part === "beyond") {
    void reply.header("Content-Range", `bytes */${file.bytes}`);
    return answerRefused(request, reply, refused("malformed"), 416);
  }
  const version = { ETag: file.etag, "Cache-Control": file.cacheControl };
  if (isHeld) return reply.headers(version).code(304).send();
  const { start, end } = part ?? { start: 0, end: file.bytes - 1 };
  // For `HEAD`, the framework computes the length of other bodies itself, but keeps our header for a stream.
  const isEmpty = method === "HEAD" || file.bytes === 0;
  // The headers are set later, so that a refusal carries none of them if the file cannot be opened.
  const source = isEmpty ? Readable.from([]) : await openPart(request, file, { start, end });
  if (source === null) return answerRefused(request, reply, unavailable);
  if (part !== null) void reply.code(206).header("Content-Range", `bytes ${start}-${end}/${file.bytes}`);
  return reply
    .headers({
      ...version,
      "Content-Type": file.type,
      "Content-Disposition": contentDisposition(file.name, { type: file.disposition }),
      "Content-Length": end + 1 - start,
      "Accept-Ranges": "bytes",
    })
    .send(source);
}

/** Opens exactly the bytes of a part; logs and returns null if they are unavailable. */
async function openPart(request: FastifyRequest, file: FileAnswer, part: FilePart): Promise<Readable | null> {
  const log = (what: string, err?: unknown): void => request.log.error({ err, request_id: request.id }, what);
  try {
    const bytes = await file.open(part);
    if (bytes === null) {
      log("a file is not where it should be");
      return null;
    }
    const whole = ofLength(part.end + 1 - part.start);
    // If the reader disconnects, the stream ends without an error.
    whole.once("error", (error) => log("a file broke off", error));
    return pipeline(bytes, whole, () => undefined);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    log("a file cannot be opened", error);
    return null;
  }
}

/** Prevents a truncated file from passing as complete: fails with 503 before the first byte, and later by cutting the connection. */
function ofLength(length: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      bytes += chunk.length;
      done(bytes > length ? new Error(`more than ${length} bytes came`) : null, chunk);
    },
    flush(done: TransformCallback) {
      done(bytes < length ? new Error(`${bytes} of ${length} bytes came`) : null);
    },
    destroy(cause, done) {
      done(cause === null ? null : Object.assign(new Error("a file broke off", { cause }), { statusCode: 503 }));
    },
  });
}

/** Whether a list of tags contains this one, by weak comparison (RFC 9110, 13.1.2). */
function hasTag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(",").map((tag) => tag.trim().replace(/^W\//u, "")) ?? [];
  return tags.includes(etag) || tags.includes("*");
}

/** Null means the whole file, which is also sent for several ranges or another version. `range-parser` rejects ranges beyond the end. */
function partAsked(headers: IncomingHttpHeaders, { bytes, etag }: FileAnswer): FilePart | "beyond" | null {
  const asked = /^bytes=(?!-$)(\d*)-(\d*)$/iu.exec(headers.range ?? "");
  if (asked === null || (headers["if-range"] ?? etag) !== etag) return null;
  const [, first = "", last = ""] = asked;
  return first === "" ? partOf(Math.max(0, bytes - Number(last)), "", bytes) : partOf(Number(first), last, bytes);
}

function partOf(start: number, last: string, bytes: number): FilePart | "beyond" | null {
  const end = last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (start >= bytes) return "beyond";
  return end < start ? null : { start, end };
}
