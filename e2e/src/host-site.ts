import { nowMs } from "@cuplaj/protocol/testing/test-clock.ts";
import { createHmac, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { freePort } from "./free-port.ts";

export const embedSecret = "the secret of a parts shop and its chat";

export interface HostSite {
  readonly origin: string;
  /** Pages by path. In each, `#chat` contains the frame. */
  readonly pages: Map<string, string>;
  readonly stop: () => Promise<void>;
}

export type HostName = "localhost" | "127.0.0.1" | `${string}.localhost`;

/** Starts before the product, which lists this port in its settings. */
export async function startHostSite(name: HostName): Promise<HostSite> {
  const port = await freePort();
  const origin = `http://${name}:${port}`;
  const pages = new Map<string, string>();
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname === "/token") {
      response.setHeader("content-type", "text/plain");
      response.end(hostToken(url.searchParams.get("sub") ?? "", url.searchParams.get("aud") ?? "", origin));
      return;
    }
    const page = pages.get(url.pathname);
    response.statusCode = page === undefined ? 404 : 200;
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(page ?? "");
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin, pages, stop };
}

function hostToken(sub: string, aud: string, origin: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const iat = Math.floor(nowMs() / 1000);
  const signed = `${part({ alg: "HS256" })}.${part({ aud, origin, sub, jti: randomUUID(), iat, exp: iat + 60 })}`;
  return `${signed}.${createHmac("sha256", embedSecret).update(signed).digest("base64url")}`;
}

/** A page with the loader, which signs in `person` unless that is null. `told` collects events, and `chat` is the frame. */
export const loaderPage = (address: string, person: string | null): string => `<!doctype html><title>Magazin</title>
<h1>Magazin</h1><label>Caută piese <input id="shop"></label><div id="chat" style="height:700px"></div>
<script src="${address}/embed.js"></script>
<script>
  window.told = [];
  window.byWindow = [];
  addEventListener("message", ({ data, origin }) => window.byWindow.push([data.action, origin]));
  window.chat = Cuplaj.embed({
    address: "${address}",
    into: document.querySelector("#chat"),
    title: "Discuții",
    ${person === null ? "" : `getToken: async () => (await fetch("/token?sub=${person}&aud=${encodeURIComponent(address)}")).text(),`}
  });
  for (const action of ["ready", "messageReceived", "messagesRead", "unreadChanged", "roomOpened", "connection", "authRequired", "signedOut", "error", "messageActionReceived", "offerAccepted", "resize", "askNotificationAccess"])
    chat.on(action, (message) => told.push(message));
</script>`;

/** A page with a plain frame, like that of a host of version 1. */
export const plainPage = (address: string, attributes = ""): string => `<!doctype html><title>Magazin</title>
<iframe src="${address}/?embed=1" title="Discuții" style="width:1000px;height:700px" ${attributes}></iframe>
<script>
  window.byWindow = [];
  addEventListener("message", ({ data, origin }) => window.byWindow.push({ ...data, from: origin }));
</script>`;
