import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { extname, join, sep } from "node:path";
import { finished } from "node:stream/promises";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refused } from "../kernel/outcome.ts";
import { answerRefused } from "./answer-error.ts";
import { isCallUrl } from "./answer-headers.ts";

interface WebApp {
  readonly folder: string;
  /** Digests of the page's inline scripts, for the content security policy. */
  readonly inlineScripts: readonly string[];
  readonly inlineStyles: readonly string[];
}

/** File extensions; other paths, such as those that people type, return the page. */
const fileEndings = new Set(
  ".js .mjs .css .map .br .html .json .webmanifest .svg .png .ico .jpg .jpeg .webp .avif .gif .woff .woff2 .ttf .txt .xml .php".split(
    " ",
  ),
);

/** Timeout for receiving the body of a share, ms. */
const dropMs = 30_000;

/** Paths that never return the page: hashed files, calls, live connections, metrics, and dotfiles. */
const noPages = /^\/(?:assets|api|app|apps|metrics)(?:\/|$)|\/\./u;

/** Finds the built web app; null if it was not built, so that only the API is served. */
export function findWebApp(folder: string): WebApp | null {
  const page = join(folder, "index.html");
  if (!existsSync(page)) return null;
  const html = readFileSync(page, "utf8");
  return {
    folder,
    inlineScripts: digestsOf(html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(?<code>[\s\S]*?)<\/script>/giu)),
    inlineStyles: digestsOf(html.matchAll(/<style[^>]*>(?<code>[\s\S]*?)<\/style>/giu)),
  };
}

const digestsOf = (codes: Iterable<RegExpExecArray>): readonly string[] =>
  Array.from(codes, ({ groups }) => `'sha256-${hash("sha256", groups?.["code"] ?? "", "base64")}'`);

/** Serves the page for every path that is not a file, since the client shows not-found. Register it after all other routes. */
export async function addStaticFiles(app: FastifyInstance, webApp: WebApp | null): Promise<void> {
  if (webApp === null) {
    app.setNotFoundHandler((request, reply) => answerNothing(request, reply));
    return;
  }
  const hashed = join(webApp.folder, "assets") + sep;
  await app.register(fastifyStatic, {
    root: webApp.folder,
    preCompressed: true,
    // Compressed copies are sent in place of their files and have no URL of their own.
    allowedPath: (path) => !path.endsWith(".br"),
    cacheControl: false,
    index: "index.html",
    dotfiles: "ignore",
    setHeaders(reply, path) {
      // The names of files in assets/ contain a hash of the content; other files may change under the same name.
      void reply.header("Cache-Control", path.startsWith(hashed) ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (isShare(request)) {
      await dropBody(request.raw);
      return reply.redirect("/?share=lost", 303);
    }
    if (!isPage(request)) return answerNothing(request, reply);
    return await reply.sendFile("index.html");
  });
}

/** SW-1p: normally the service worker receives shares from other apps; without one, the server can only show an explanation. */
const isShare = ({ method, url }: FastifyRequest): boolean => method === "POST" && url === "/share";

/** Reads and discards the body: a browser that gets a response while it is still sending may report a reset connection. */
async function dropBody(body: IncomingMessage): Promise<void> {
  body.resume();
  await finished(body, { writable: false, signal: AbortSignal.timeout(dropMs) }).catch(() => undefined);
}

function isPage(request: FastifyRequest): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const [path = ""] = request.url.split("?");
  return !noPages.test(path) && !fileEndings.has(extname(path).toLowerCase());
}

function answerNothing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isCallUrl(request.url)) return answerRefused(request, reply, refused("not_found"));
  return reply.code(404).type("text/plain; charset=utf-8").send("Not found\n");
}
