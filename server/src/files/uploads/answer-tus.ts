import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { Server } from "@tus/server";
import type { User } from "@cuplaj/protocol/participant.ts";
import type { RefuseByStorage } from "../storage/storage-problem.ts";
import { done, type Outcome, type Refused, refused } from "../../kernel/outcome.ts";
import { mayAttach } from "./upload-file.ts";
import { TusRefused } from "./tus-refused.ts";
import { TusStore, type TusStoreParts } from "./tus-store.ts";
import { createUploadLock } from "./upload-lock.ts";

export interface TusParts extends TusStoreParts {
  readonly uploadBytesMax: number;
  readonly refuseByStorage: RefuseByStorage;
}

interface TusCall {
  readonly method: "POST" | "HEAD" | "PATCH" | "DELETE";
  /** Null if the call creates an upload. */
  readonly uploadId: string | null;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: Readable;
}

const path = "/api/v1/uploads";
/** The library sets further headers, which only matter to pages of other origins. */
const answeredHeaders = ["location", "tus-resumable", "upload-offset", "upload-length", "upload-metadata"];

/** MSG-3d: handles a call of tus 1.0.0; successful responses have only headers. */
export async function answerTus(
  parts: TusParts,
  caller: User,
  call: TusCall,
): Promise<Outcome<Readonly<Record<string, string>>>> {
  if (!mayAttach(caller)) return refused("forbidden");
  const failed: { error?: unknown } = {};
  const holder = randomUUID();
  const server = new Server({
    path,
    relativeLocation: true,
    maxSize: parts.uploadBytesMax,
    namingFunction: () => randomUUID(),
    datastore: new TusStore(parts, caller.id, holder),
    locker: { newLock: (uploadId) => lockOf(parts, call, { uploadId, uploaderId: caller.id, holder }) },
    // A request that is asked to release its hold stores the bytes received and ends immediately.
    lockDrainTimeout: 1,
    onResponseError(_request, error) {
      failed.error = error;
      return undefined;
    },
  });
  const { status, headers } = await server.handleWeb(toRequest(call));
  if (status >= 400) return refusalOf(parts, status, failed.error);
  return done(Object.fromEntries([...headers].filter(([name]) => answeredHeaders.includes(name))));
}

/** A new upload needs no lock, since nobody else knows its id. */
function lockOf(parts: TusParts, call: TusCall, held: Parameters<typeof createUploadLock>[1]) {
  if (call.method === "POST") return { lock: async () => undefined, unlock: async () => undefined };
  return createUploadLock(parts, held);
}

function toRequest({ method, uploadId, headers, body }: TusCall): Request {
  const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new Request(`http://localhost${path}${uploadId === null ? "" : `/${uploadId}`}`, {
    method,
    headers: new Headers(given as [string, string][]),
    ...(body === undefined ? {} : { body: ReadableStream.from(untilBroken(body)), duplex: "half" }),
  });
}

async function* untilBroken(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    // The sender will ask later how much arrived.
  }
}

function refusalOf({ refuseByStorage }: Pick<TusParts, "refuseByStorage">, status: number, error: unknown): Refused {
  if (error instanceof TusRefused) return error.refused;
  if (status === 404 || status === 410) return refused("not_found");
  if (status === 409) return refused("conflict");
  if (status === 413) return refused("too_large");
  // The library returns 501 for a tus feature that is not supported.
  return status < 500 || status === 501 ? refused("malformed") : refuseByStorage(error);
}
