import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { create as contentDisposition } from "content-disposition";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refused } from "../kernel/outcome.ts";
import { answerRefused } from "./answer-error.ts";

export interface FileAnswer {
  /** As people named it; it may hold any character. */
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** Names these bytes and no others, in its quotes. */
  readonly etag: string;
  readonly disposition: "inline" | "attachment";
  readonly cacheControl: string;
  /** Begins to read a part of it, which is never empty; it is destroyed where nobody takes it to its end. */
  readonly open: (part: FilePart) => Promise<Readable>;
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
  const source = isEmpty ? Readable.from([]) : await file.open({ start, end });
  source.once("error", (error) => request.log.error({ err: error, request_id: request.id }, "a file broke off"));
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
