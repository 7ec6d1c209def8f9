import { isShown } from "@cuplaj/media/file-types.ts";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { playTicketMs } from "@cuplaj/protocol/limits.ts";
import type { AddRoute } from "../../http/route.ts";
import { openFile, type OpenFileParts } from "../storage/open-file.ts";
import type { FileAnswer } from "../../http/send-file.ts";
import type { Tickets } from "../../http/tickets.ts";
import { mapOk, refused } from "../../kernel/outcome.ts";
import { findFile, type FindFileParts } from "./find-file.ts";
import { listFiles, type ListFilesParts } from "./list-files.ts";
import { previewName, tagOf } from "./rules.ts";
import type { DownloadRecord } from "./store.ts";

export interface DownloadParts extends FindFileParts, ListFilesParts, OpenFileParts {
  readonly tickets: Pick<Tickets, "cookieOf">;
  /** Whether people connect only over TLS, even if a proxy terminates it before this process. */
  readonly isPublicSecure: boolean;
}

/** MSG-4d: together with the type and `nosniff`, this keeps browsers from running or loading anything in a file. */
const policy = "sandbox; default-src 'none'; frame-ancestors 'none'";
const playSeconds = playTicketMs / 1000;

export function addDownloadRoutes(route: AddRoute, parts: DownloadParts): void {
  route(endpoints.downloadFile, async ({ caller, params, query: { preview } }) => {
    const found = await findFile(parts, caller.user, params);
    if (!found.ok) return found;
    const { file, visited } = found.value;
    const answer = fileAnswer(parts, file, preview === undefined ? "whole" : "preview");
    if (answer === null) return refused("not_found");
    return { ok: true, value: { file: answer, visited, headers: { "Content-Security-Policy": policy } } };
  });
  route(endpoints.playFile, async ({ caller, params, path, isSecure }) =>
    mapOk(await findFile(parts, caller.user, params), ({ visited }) => {
      const bounds = { seconds: playSeconds, isSecure: isSecure || parts.isPublicSecure };
      const cookie = parts.tickets.cookieOf(caller.session, path, bounds);
      return { status: 200, body: { expires_in: playSeconds }, headers: { "Set-Cookie": cookie }, visited };
    }),
  );
  route(endpoints.listFiles, async ({ caller, params }) =>
    mapOk(await listFiles(parts, caller.user, params), ({ page: body, visited }) => ({ status: 200, body, visited })),
  );
}

/** MSG-4e: browsers revalidate each time, so that people who have left and other accounts on the device see nothing. */
const cacheControl = "private, no-cache";

function fileAnswer(parts: OpenFileParts, file: DownloadRecord, which: "whole" | "preview"): FileAnswer | null {
  const isPreview = which === "preview";
  const bytes = isPreview ? file.previewBytes : file.bytes;
  if (bytes === null) return null;
  return {
    name: isPreview ? previewName(file.name) : file.name,
    bytes,
    etag: tagOf(file.sha256, isPreview),
    cacheControl,
    ...servedAs(isPreview ? "image/webp" : file.mime),
    open: (part) => openFile(parts, file, which, part),
  };
}

/** MSG-4c: serves displayable types as stored, and everything else as a download. */
const servedAs = (mime: string): Pick<FileAnswer, "type" | "disposition"> =>
  isShown(mime)
    ? { type: mime, disposition: "inline" }
    : { type: "application/octet-stream", disposition: "attachment" };
