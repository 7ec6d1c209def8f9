import { messageCharactersMax } from "@cuplaj/protocol/limits.ts";
import { putShare } from "./stored-share.ts";
import type { RequestEvent, WorkerScope } from "./worker-scope.ts";

/** Where the installed app receives what another one shares (`manifest.webmanifest`). */
const sharePath = "/share";

/** Most files of one share that are taken. */
const filesMax = 20;

/** SW-1h: files that another app shares with the installed one wait in the device's database for the page, which asks for their room. */
export function takeShares(scope: WorkerScope): void {
  scope.addEventListener("fetch", (event) => {
    const { method, url } = event.request;
    if (method === "POST" && new URL(url).pathname === sharePath) event.respondWith(takeShare(event));
  });
}

async function takeShare({ request }: RequestEvent): Promise<Response> {
  // Any page may post here, and the device may be full: the app opens all the same.
  await storeShare(request).catch(() => undefined);
  // The page comes by a request of its own: going back to it shares nothing again.
  return Response.redirect("/", 303);
}

async function storeShare(request: Request): Promise<void> {
  const form = await request.formData();
  const files = form.getAll("files").filter((part) => part instanceof File);
  const texts = ["title", "text", "url"].map((name) => form.get(name)).filter((part) => typeof part === "string");
  const text = [...new Set(texts)].join("\n").trim().slice(0, messageCharactersMax);
  if (files.length > 0 || text !== "") await putShare({ files: files.slice(0, filesMax), text });
}
