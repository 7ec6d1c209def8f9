import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import Fastify from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { addAnswerHeaders, createAnswerHeaders } from "./answer-headers.ts";
import { addStaticFiles, findWebApp } from "./static-files.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-web-"));
afterAll(() => rmSync(folder, { recursive: true }));
const page =
  '<!doctype html><style>p { margin: 0 }</style><script>const theme = 1;</script><script src="/x.js"></script><div id="app"></div>';
writeFileSync(join(folder, "index.html"), page);
writeFileSync(join(folder, "theme.js"), "1");
writeFileSync(join(folder, "embed.js"), "1");
mkdirSync(join(folder, "assets"));
mkdirSync(join(folder, ".vite"));
writeFileSync(join(folder, ".vite/manifest.json"), "{}");
writeFileSync(join(folder, "assets/index-Ba3a8yJE.js"), "code");
writeFileSync(join(folder, "assets/index-Ba3a8yJE.js.br"), brotliCompressSync("code"));

const webApp = findWebApp(folder);

async function serve(
  embedOrigins: readonly string[] = [],
  isPublicSecure = false,
  storageTrouble: () => "away" | null = () => null,
): Promise<ReturnType<typeof Fastify>> {
  const app = Fastify();
  const { inlineScripts = [], inlineStyles = [] } = webApp ?? {};
  const calledOrigins = ["wss://chat.example.ro:8443"];
  addAnswerHeaders(
    app,
    createAnswerHeaders({ calledOrigins, embedOrigins, inlineScripts, inlineStyles, isPublicSecure, storageTrouble }),
  );
  app.get("/api/v1/known", async () => ({}));
  await addStaticFiles(app, webApp);
  return app;
}

describe("the web app's files", async () => {
  const app = await serve();
  const get = (url: string, headers = {}): ReturnType<typeof app.inject> => app.inject({ url, headers });

  test.each(["/", "/login", "/chat/oferta.10001", "/nobody/knows?x=1"])(
    "[RUN-10] %s returns the page, never cached",
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.body, answer.headers["cache-control"]]).toEqual([200, page, "no-cache"]);
    },
  );

  test("[SW-1p] a share that misses the service worker opens the page, and no other path accepts a POST", async () => {
    const payload = "--x\r\ncontent-disposition: form-data; name=files; filename=a.png\r\n\r\n1\r\n--x--";
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const post = (url: string) => app.inject({ method: "POST", url, headers, payload });
    const answer = await post("/share");
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/?share=lost"]);
    expect((await post("/login")).statusCode).toBe(404);
  });

  test("[SW-1p] a share that misses the service worker is read to its end before the response, however long", async () => {
    const server = await serve();
    const address = new URL(await server.listen({ host: "127.0.0.1", port: 0 }));
    const sending = request(address, {
      method: "POST",
      path: "/share",
      headers: { "content-type": "multipart/form-data; boundary=x", "content-length": 3_000_000 },
    });
    const answered = once(sending, "response") as Promise<[IncomingMessage]>;
    let isAnswered = false;
    void answered.then(() => (isAnswered = true));
    sending.write(Buffer.alloc(1_500_000));
    // An early response would have arrived before all of these.
    for (let asked = 0; asked < 20; asked += 1) await (await fetch(new URL("/theme.js", address))).text();
    expect(isAnswered).toBe(false);
    sending.write(Buffer.alloc(1_500_000));
    sending.end();
    const [answer] = await answered;
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/?share=lost"]);
    answer.resume();
    await server.close();
  });

  test("[RUN-10] a file with a hash in its name is cached forever, and sent compressed if accepted", async () => {
    const answer = await get("/assets/index-Ba3a8yJE.js", { "accept-encoding": "gzip, br" });
    expect(answer.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "br",
      "content-type": "application/javascript; charset=utf-8",
      vary: "accept-encoding",
    });
    expect((await get("/assets/index-Ba3a8yJE.js")).body).toBe("code");
    expect((await get("/theme.js")).headers["cache-control"]).toBe("no-cache");
  });

  test.each([
    "/assets/gone.js",
    "/assets/index-Ba3a8yJE.js.br",
    "/favicon.ico",
    "/.vite/manifest.json",
    "/.env",
    "/app/key",
    "/apps/1/x",
    "/metrics",
  ])("[RUN-10] %s is neither a page nor a file", async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
  });

  test("[ERR-2][RUN-10] an unknown call is 404 in JSON, for any method", async () => {
    for (const url of ["/api/v1/nothing", "/api/", "/api", "/api?x"]) {
      const answer = await get(url);
      expect(answer.json()).toMatchObject({ code: "not_found" });
      expect(answer.headers).toMatchObject({ "cache-control": "no-store", "x-request-id": answer.json().request_id });
    }
    expect((await app.inject({ method: "PUT", url: "/api/nothing" })).statusCode).toBe(404);
  });
});

describe("security headers", () => {
  test("[RUN-11a] a page may only load from and connect to its own server, and is never framed", async () => {
    const digest = createHash("sha256").update("const theme = 1;").digest("base64");
    const { headers } = await (await serve()).inject("/");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "x-frame-options": "DENY",
    });
    const policy = String(headers["content-security-policy"]).split("; ");
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        `script-src 'self' 'sha256-${digest}'`,
        `style-src 'self' 'sha256-${createHash("sha256").update("p { margin: 0 }").digest("base64")}'`,
        "connect-src 'self' wss://chat.example.ro:8443",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
  });

  test("[ATT-7] the worker that decodes HEIC may compile WebAssembly, pages and other scripts may not", async () => {
    const app = await serve();
    const policyOf = async (path: string) => String((await app.inject(path)).headers["content-security-policy"]);
    expect(await policyOf("/assets/picture-worker-Ab12.js")).toContain("script-src 'self' 'wasm-unsafe-eval'");
    for (const path of ["/", "/assets/index-Ab12.js", "/api/v1/known", "/picture-worker-Ab12.js"]) {
      expect(await policyOf(path)).not.toContain("wasm");
    }
  });

  const listed = ["https://erp.example.ro", "https://*.parts.example.ro"];
  const framing = async (url: string, embedOrigins: readonly string[] = listed) => {
    const { headers } = await (await serve(embedOrigins)).inject(url);
    const ancestors = /frame-ancestors (?<who>[^;]*)/u.exec(String(headers["content-security-policy"]))?.groups?.[
      "who"
    ];
    return [ancestors, headers["x-frame-options"], headers["cross-origin-opener-policy"]];
  };
  const never = ["'none'", "DENY", "same-origin"];

  test.each([
    "/?embed=1",
    "/join/10001?embed=1",
    "/view/oferta.10001?m=7&embed=1",
    "/login?from=%2Fview%2F10001&embed=1",
    "/logout?embed=1",
    "/search?embed=1",
    "/register?embed=1",
  ])("[EMB-1] %s may be framed by EMBED_ORIGINS, and nobody else", async (url) => {
    expect(await framing(url)).toEqual(["https://erp.example.ro https://*.parts.example.ro", undefined, "same-origin"]);
  });

  test.each([
    "/",
    "/login",
    "/view/10001",
    "/view/10001?embed=0",
    "/view/10001?embedded=1",
    "/?x=embed=1",
    // Spellings that the page does not recognise as embedded must not be framed.
    "/?embed=%31",
    "/?%65mbed=1",
    "/?embed=1;x",
    "/view/10001&embed=1",
    "/?a=1#embed=1",
    "/index.html?embed=1",
    "/nobody/knows?embed=1",
    "/join/10001/x?embed=1",
    "/api/docs?embed=1",
    "/api/v1/known?embed=1",
    "/assets/index-Ba3a8yJE.js?embed=1",
  ])("[EMB-1] %s may not be framed, even with EMBED_ORIGINS", async (url) => {
    expect(await framing(url)).toEqual(never);
  });

  test("[EMB-1] without EMBED_ORIGINS no page may be framed", async () => {
    expect(await framing("/?embed=1", [])).toEqual(never);
  });

  test("[EMB-4g] with EMBED_ORIGINS the loader is available to any origin, and nothing else ever is", async () => {
    const policy = async (url: string, origins: readonly string[]) =>
      (await (await serve(origins)).inject(url)).headers["cross-origin-resource-policy"];
    expect([await policy("/embed.js", listed), await policy("/embed.js", [])]).toEqual(["cross-origin", "same-origin"]);
    expect(await policy("/embed.js?v=2", listed)).toBe("cross-origin");
    for (const url of ["/", "/?embed=1", "/theme.js", "/api/v1/known", "/embed.js/x", "/x/embed.js"])
      expect(await policy(url, listed)).toBe("same-origin");
  });

  test("[RUN-11a] the response to a call may not be framed and loads nothing", async () => {
    const { headers } = await (await serve()).inject("/api/v1/known");
    expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  test("[RUN-11] over TLS responses carry HSTS, whatever the proxy reports", async () => {
    const hsts = async (isPublicSecure: boolean): Promise<unknown> =>
      (await (await serve([], isPublicSecure)).inject("/")).headers["strict-transport-security"];
    expect([await hsts(true), await hsts(false)]).toEqual(["max-age=31536000", undefined]);
  });
});

test("[OPS-6a] while no file can be stored, every API response carries the reason, and no page does", async () => {
  const app = await serve([], false, () => "away");
  const header = async (url: string): Promise<unknown> => (await app.inject({ url })).headers["cuplaj-storage"];
  expect([await header("/api/v1/known"), await header("/")]).toEqual(["away", undefined]);
});
