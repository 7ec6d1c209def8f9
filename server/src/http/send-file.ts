import type { IncomingHttpHeaders } from "node:http";
import { pipeline, Readable, Transform, type TransformCallback } from "node:stream";
import { create as contentDisposition } from "content-disposition";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refused } from "../kernel/outcome.ts";
import { isDatabaseAway } from "../storage/database-away.ts";
import { answerRefused, unavailable } from "./answer-error.ts";

export interface FileAnswer {
  /** As people named it; it may hold any character. */
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** Names these bytes and no others, in its quotes. */
  readonly etag: string;
  readonly disposition: "inline" | "attachment";
  readonly cacheControl: string;
  /**
   * Begins to read a part of it, which is never empty; it is destroyed where nobody takes it to its end. Null where its bytes
   * cannot be had now.
   */
  readonly open: (part: FilePart) => Promise<Readable | null>;
}

/** The first byte and the last, as in `Range`. */
export interface FilePart {
  readonly start: number;
  readonly end: number;
}

/** Answers a file as RFC 9110 has it: whole, one part of it, its headers alone, or that the caller has it already. */
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
  // The framework counts what it is given for `HEAD`, but of a stream it leaves the length as it is.
  const isEmpty = method === "HEAD" || file.bytes === 0;
  // Headers come after: a file that cannot be opened is answered without them.
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

/** The bytes of a part, no more and no fewer; null where there are none now, which is logged. */
async function openPart(request: FastifyRequest, file: FileAnswer, part: FilePart): Promise<Readable | null> {
  const log = (what: string, err?: unknown): void => request.log.error({ err, request_id: request.id }, what);
  try {
    const bytes = await file.open(part);
    if (bytes === null) {
      log("a file is not where it should be");
      return null;
    }
    const whole = ofLength(part.end + 1 - part.start);
    // A reader that goes away ends it without an error.
    whole.once("error", (error) => log("a file broke off", error));
    return pipeline(bytes, whole, () => undefined);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    log("a file cannot be opened", error);
    return null;
  }
}

/**
 * Passes so many bytes on and fails where they are more or fewer, so that what is stored short never passes for the whole: before the
 * first byte that is answered (503), later the connection is cut.
 */
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

/** Whether a list of tags names this one; weak ones count (RFC 9110, 13.1.2). */
function hasTag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(",").map((tag) => tag.trim().replace(/^W\//u, "")) ?? [];
  return tags.includes(etag) || tags.includes("*");
}

/**
 * The one part that is asked for; null for the whole, which also answers what is no range, several of them, or a range of another
 * version of the file. `range-parser`, which many use, refuses a last part that is longer than the file.
 */
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
