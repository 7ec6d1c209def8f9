import type { Browser, Page, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshProfile, startBrowser } from "./browser.ts";
import { makeCertificate } from "./certificate.ts";
import { awaitConnected, bubbles, fillSignIn, openRoom, roomList, say } from "./people.ts";
import { type Product, startProduct } from "./start-product.ts";

const certificate = makeCertificate();
const overTls = { TLS_CERT_FILE: certificate.certFile, TLS_KEY_FILE: certificate.keyFile };
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser([certificate.chromiumArgument]);
});
afterAll(async () => {
  await browser.close();
  certificate.remove();
});

describe.each([
  ["its default port", {}, /^https:\/\/127\.0\.0\.1:8443$/],
  ["another port", { TLS_PORT: "0" }, /^https:\/\/127\.0\.0\.1:\d+$/],
])("the whole product over TLS on %s", (_words, settings, address) => {
  /** The pages' requests and websockets, and their answers. */
  const requests: string[] = [];
  const sockets: string[] = [];
  const answers: Response[] = [];
  let product: Product;
  let ana: Page;
  let radu: Page;

  beforeAll(async () => {
    product = await startProduct({ ...overTls, ...settings });
    ana = await watchedPage();
    radu = await watchedPage();
  });
  afterAll(async () => {
    await Promise.all([ana.context().close(), radu.context().close()]);
    await product.stop();
  });

  async function watchedPage(): Promise<Page> {
    const profile = await freshProfile(browser);
    profile.on("request", (request) => {
      if (!request.url().startsWith("blob:")) requests.push(request.url());
    });
    // What the page made itself is no answer.
    profile.on("response", (response) => {
      if (!response.url().startsWith("blob:")) answers.push(response);
    });
    const page = await profile.newPage();
    page.on("websocket", (socket) => sockets.push(socket.url()));
    return page;
  }

  async function signIn(page: Page, path: string, person: string): Promise<void> {
    await page.goto(product.address + path);
    await fillSignIn(page, person, "demo");
    await roomList(page).getByRole("link").first().waitFor();
    await openRoom(page, 10_001);
    await awaitConnected(page);
  }

  test("[LIVE-3] two people sign in over https, and what each says reaches the other live", async () => {
    expect(product.address).toMatch(address);
    await signIn(ana, "/login", "ana");
    await signIn(radu, "/login?erp=1", "radu");
    await say(radu, "Vă scriu pe fir închis.");
    await bubbles(ana, "Vă scriu pe fir închis.").waitFor();
    await say(ana, "Primit, tot așa.");
    await bubbles(radu, "Primit, tot așa.").waitFor();
    expect(await bubbles(radu, "Primit, tot așa.").count()).toBe(1);
  });

  test("[LIVE-1e] the live connection is wss on the port of TLS, and nothing goes anywhere else or in the clear", () => {
    const live = new URL("/app/", product.address.replace("https:", "wss:")).href;
    expect(sockets).toHaveLength(2);
    for (const socket of sockets) expect(socket.slice(0, live.length)).toBe(live);
    expect([...new Set(requests.map((url) => new URL(url).origin))]).toEqual([product.address]);
  });

  test("[RUN-11] every answer tells browsers to stay with TLS and sets no cookie", async () => {
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
      // MSG-4: a file may be stored, and is asked for again each time.
      const isFile = answer.url().includes("/download/");
      if (answer.url().includes("/api/"))
        expect(headers["cache-control"]).toBe(isFile ? "private, no-cache" : "no-store");
    }
    expect(await ana.context().cookies()).toEqual([]);
  });
});
