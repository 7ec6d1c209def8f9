import { systemClock } from "../../platform/clock.ts";
import { type BuiltFile, serveApp } from "./app-cache.ts";
import { sendWhenBack } from "./outbox-sync.ts";
import { addPushEvents } from "./push-events.ts";
import { reportFromWorker } from "./report-from-worker.ts";
import type { WorkerScope, RequestEvent } from "./worker-scope.ts";
import { messageCharactersMax } from "@cuplaj/protocol/limits.ts";
import { warn } from "../../platform/log.ts";
import { type Share, putArrival, sharedFilesMax } from "../stored-share.ts";

/** This worker's version in the specification, which is part of its cache names. */
const version = "1.23";

const sharePath = "/share";
const shareBytesMax = 100 * 1024 * 1024;

declare const self: WorkerScope & { readonly __WB_MANIFEST: readonly BuiltFile[] };

reportFromWorker(self, systemClock);
serveApp(self, { version, files: self.__WB_MANIFEST, clock: systemClock });
takeShares(self);
sendWhenBack(self, systemClock);
addPushEvents(self, systemClock);

/** SW-1h, SW-1r: receives shares. Any web page may post here, so a share waits under a name that only the page just opened learns. */
function takeShares(scope: WorkerScope): void {
  scope.addEventListener("fetch", (event) => {
    const { method, url } = event.request;
    if (method === "POST" && new URL(url).pathname === sharePath) event.respondWith(takeShare(event));
  });
}

async function takeShare({ request }: RequestEvent): Promise<Response> {
  // A redirect makes sure that going back does not share again.
  return Response.redirect(`/?share=${await arrivalOf(request)}`, 303);
}

/** The name under which the share waits, `lost` if nothing usable arrived, or `failed` if it cannot be read or stored. */
async function arrivalOf(request: Request): Promise<string> {
  if (/^https?:/.test(request.referrer)) return "lost";
  try {
    const share = await readShare(request);
    if (share.files.length === 0 && share.text === "") return "lost";
    const name = crypto.randomUUID();
    await putArrival(name, share);
    return name;
  } catch (error) {
    warn("What was shared could not be stored.", error);
    return "failed";
  }
}

async function readShare(request: Request): Promise<Share> {
  const form = await bounded(request).formData();
  const files = form.getAll("files").filter((part) => part instanceof File);
  const texts = ["title", "text", "url"].map((name) => form.get(name)).filter((part) => typeof part === "string");
  const text = [...new Set(texts)].join("\n").trim().slice(0, messageCharactersMax);
  return { files: files.slice(0, sharedFilesMax), text, left: Math.max(0, files.length - sharedFilesMax) };
}

/** Limits a body: reading it fails after too many bytes. Browsers that can share provide the body as a stream. */
function bounded({ body, headers }: Request): Response {
  let bytes = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > shareBytesMax) controller.error(new Error("More was shared than is taken."));
      else controller.enqueue(chunk);
    },
  });
  return new Response(body?.pipeThrough(counted), { headers: { "content-type": headers.get("content-type") ?? "" } });
}
