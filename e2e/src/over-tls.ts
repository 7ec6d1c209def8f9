import type { Page, Response } from "playwright-core";
import { expect } from "vitest";
import { freshProfile, startBrowser } from "./browser.ts";
import { writeCertificate } from "./certificate.ts";
import { awaitConnected, bubbles, fillSignIn, openRoom, roomList, say } from "./people.ts";
import { startProduct } from "./start-product.ts";

export type OverTls = Awaited<ReturnType<typeof startOverTls>>;

export async function startOverTls(settings: Readonly<Record<string, string>> = {}) {
  const certificate = writeCertificate();
  const files = { TLS_CERT_FILE: certificate.certFile, TLS_KEY_FILE: certificate.keyFile };
  const [product, browser] = await Promise.all([
    startProduct({ ...files, ...settings }),
    startBrowser([certificate.chromiumArgument]),
  ]);
  const requests: string[] = [];
  const sockets: string[] = [];
  const answers: Response[] = [];

  async function watchedPage(): Promise<Page> {
    const profile = await freshProfile(browser);
    profile.on("request", (request) => {
      if (!request.url().startsWith("blob:")) requests.push(request.url());
    });
    // Blobs come from the page itself, not from a server.
    profile.on("response", (response) => {
      if (!response.url().startsWith("blob:")) answers.push(response);
    });
    const page = await profile.newPage();
    page.on("websocket", (socket) => sockets.push(socket.url()));
    return page;
  }

  const ana = await watchedPage();
  const radu = await watchedPage();
  const end = async (): Promise<void> => {
    await browser.close();
    await product.stop();
    certificate.remove();
  };
  return { product, ana, radu, requests, sockets, answers, end };
}

export async function talkOverTls({ product, ana, radu }: OverTls): Promise<void> {
  await signIn(ana, `${product.address}/login`, "ana");
  await signIn(radu, `${product.address}/login?erp=1`, "radu");
  await say(radu, "Vă scriu pe fir închis.");
  await bubbles(ana, "Vă scriu pe fir închis.").waitFor();
  await say(ana, "Primit, tot așa.");
  await bubbles(radu, "Primit, tot așa.").waitFor();
  expect(await bubbles(radu, "Primit, tot așa.").count()).toBe(1);
}

async function signIn(page: Page, address: string, person: string): Promise<void> {
  await page.goto(address);
  await fillSignIn(page, person, "demo");
  await roomList(page).getByRole("link").first().waitFor();
  await openRoom(page, 10_001);
  await awaitConnected(page);
}

/** Expects wss on the TLS port, no other connections, and none in plain text. */
export function expectAllOverTls({ product, requests, sockets }: OverTls): void {
  const live = new URL("/app/", product.address.replace("https:", "wss:")).href;
  expect(sockets).toHaveLength(2);
  for (const socket of sockets) expect(socket.slice(0, live.length)).toBe(live);
  expect([...new Set(requests.map((url) => new URL(url).origin))]).toEqual([product.address]);
}

/** Expects HSTS in every response, and cookies in none. */
export async function expectHeadersOfTls({ ana, answers }: OverTls): Promise<void> {
  const kinds = new Set(answers.map((answer) => answer.request().resourceType()));
  expect([...kinds]).toEqual(expect.arrayContaining(["document", "script", "stylesheet", "fetch"]));
  for (const answer of answers) {
    const headers = await answer.allHeaders();
    expect({ url: answer.url(), ...headers }).toMatchObject({
      "strict-transport-security": "max-age=31536000",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(headers).not.toHaveProperty("set-cookie");
    // MSG-4: files may be cached but must be revalidated.
    const isFile = answer.url().includes("/download/");
    if (answer.url().includes("/api/"))
      expect(headers["cache-control"]).toBe(isFile ? "private, no-cache" : "no-store");
  }
  expect(await ana.context().cookies()).toEqual([]);
}
