import { type Readable, Transform, type TransformCallback } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { UploadBody } from "@cuplaj/protocol/endpoint.ts";
import { noteChunk } from "./collect-chunks.ts";
import { allowTime } from "./connections.ts";

/**
 * MSG-3f: longest time that an answer may take once the whole body has come: a turn at the checker and its work, a turn at the media
 * process and its work, a minute each, and a storage that is slow.
 */
const answerMsMax = 300_000;

/** Bodies of these types come as a stream, in a scope of their own; the framework refuses all other types (415). */
export function readUploads(scope: FastifyInstance, { types, bytesMax, stillMsMax }: UploadBody): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...types], (request, payload, done) => {
    if (Number(request.headers["content-length"] ?? 0) > bytesMax) return done(unreadable(413));
    allowTime(request.raw, { stillMs: stillMsMax });
    payload.once("end", () => allowTime(request.raw, { stillMs: answerMsMax }));
    done(null, bounded(payload, bytesMax));
  });
}

/** What each stage holds of a body beside the chunk that it works on: nothing, so that many uploads at once take little memory. */
const stageBytesMax = 1;

/** Ends with an error once more has come. What comes after that, or once nothing reads any more, is left unread. */
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
  // The sender has gone or was too slow: nobody is there to be answered, and it is no failure of ours.
  const breakOff = (): void => void (payload.readableEnded || body.destroy(unreadable(400)));
  payload.once("error", breakOff).once("close", breakOff);
  // While it was admitted, too.
  if (payload.destroyed) breakOff();
  // A body that nothing reads any more fails silently.
  body.on("error", () => undefined);
  return payload.pipe(body);
}

/** An error with a status, which `answerThrown` reads as it does those of the framework. */
export function unreadable(statusCode: 400 | 413): Error {
  return Object.assign(new Error("the body cannot be read to its end"), { statusCode });
}

/** Longest JSON body of a call that takes uploads too. */
const jsonBytesMax = 128 * 1024;

/** Reads the whole of a body that holds JSON; fails where it holds none. */
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
