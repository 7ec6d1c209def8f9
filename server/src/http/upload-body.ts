import { type Readable, Transform, type TransformCallback } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { UploadBody } from "@cuplaj/protocol/endpoint.ts";
import { noteChunk } from "./collect-chunks.ts";
import { allowTime } from "./connections.ts";

/** MSG-3f: a minute each for waiting and running, in the checker and in the media process, plus time for a slow storage. */
const answerMsMax = 300_000;

/** Streams bodies of these types, in a separate scope; the framework refuses others (415). */
export function readUploads(scope: FastifyInstance, { types, bytesMax, stillMsMax }: UploadBody): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...types], (request, payload, done) => {
    if (Number(request.headers["content-length"] ?? 0) > bytesMax) return done(unreadable(413));
    allowTime(request.raw, { stillMs: stillMsMax });
    payload.once("end", () => allowTime(request.raw, { stillMs: answerMsMax }));
    done(null, bounded(payload, bytesMax));
  });
}

/** Stages buffer nothing beyond the current chunk, so that many uploads take little memory. */
const stageBytesMax = 1;

/** Fails once more than `bytesMax` have arrived. Leaves the rest unread. */
function bounded(payload: Readable, bytesMax: number): Readable {
  let bytes = 0;
  const body = new Transform({
    highWaterMark: stageBytesMax,
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      bytes += chunk.length;
      noteChunk(chunk.length);
      if (bytes > bytesMax) done(unreadable(413));
      else done(null, chunk);
    },
  });
  // The sender disconnected or was too slow: there is nobody to respond to, and the failure is not ours.
  const breakOff = (): void => void (payload.readableEnded || body.destroy(unreadable(400)));
  payload.once("error", breakOff).once("close", breakOff);
  // The connection may have closed during admission.
  if (payload.destroyed) breakOff();
  body.on("error", () => undefined);
  return payload.pipe(body);
}

/** An error with a status, which `answerThrown` treats like the framework's. */
export function unreadable(statusCode: 400 | 413): Error {
  return Object.assign(new Error("the body cannot be read to its end"), { statusCode });
}

const jsonBytesMax = 128 * 1024;

export async function readJsonUpload(body: Readable): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > jsonBytesMax) throw unreadable(413);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw unreadable(400);
  }
}
