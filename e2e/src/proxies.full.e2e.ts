import { request } from "node:https";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBrowser } from "./browser.ts";
import { writeCertificate } from "./certificate.ts";
import { freePort } from "./free-port.ts";
import { awaitConnected, bubbles, composer, openRoom, say, signedIn } from "./people.ts";
import { type Proxy, startCaddy, startNginx } from "./proxies.ts";
import { metricsToken, startTwoProcesses, type TwoProcesses } from "./two-processes.ts";

const certificate = writeCertificate();
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser([certificate.chromiumArgument]);
});
afterAll(async () => {
  await browser.close();
  certificate.remove();
});

interface Answer {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
}

describe.each([
  ["nginx", startNginx],
  ["caddy", startCaddy],
])("two processes behind %s, configured by deploy/", (_name, startProxy) => {
  let address: string;
  let processes: TwoProcesses;
  let proxy: Proxy;
  let ana: Page;
  let radu: Page;

  beforeAll(async () => {
    const port = await freePort();
    address = `https://127.0.0.1:${port}`;
    processes = await startTwoProcesses(address);
    proxy = await startProxy({ ...certificate, port, ports: processes.ports });
    ana = await signedIn(browser, processes.first, "ana");
    radu = await signedIn(browser, processes.first, "radu");
  });
  afterAll(async () => {
    // The pages are undefined if startup failed.
    await Promise.allSettled([ana, radu].map(async (page) => page.context().close()));
    await processes.stop();
    await proxy.stop();
  });

  /** Sends a request through the proxy, by POST if there is a body. */
  function ask(
    path: string,
    headers: Record<string, string> = {},
    sent?: string,
  ): Promise<Answer & { readonly body: string }> {
    return new Promise((resolve, reject) => {
      const method = sent === undefined ? "GET" : "POST";
      request(`${address}${path}`, { method, rejectUnauthorized: false, headers }, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (text: string) => (body += text));
        response.once("end", () =>
          resolve({ status: response.statusCode, retryAfter: response.headers["retry-after"], body }),
        );
      })
        .once("error", reject)
        .end(sent);
    });
  }

  test("[OPS-4][LIVE-3][TYPE-1] two people see each other's typing and messages at once", async () => {
    await openRoom(ana, 10_001);
    await openRoom(radu, 10_001);
    await Promise.all([awaitConnected(ana), awaitConnected(radu)]);
    await composer(radu).pressSequentially("Bună z");
    await ana.getByRole("region", { name: "Discuție" }).getByText("Radu Ionescu scrie…").waitFor();
    await say(radu, "Am kitul pe raft.");
    await bubbles(ana, "Am kitul pe raft.").waitFor();
    await say(ana, "Îl iau eu.");
    await bubbles(radu, "Îl iau eu.").waitFor();
  });

  test("[OPS-4][RUN-8c] both processes serve them, and metrics require their token", async () => {
    for (const port of processes.ports) {
      const headers = { Authorization: `Bearer ${metricsToken}` };
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
      expect(text).toMatch(/^cuplaj_http_requests_total\{method="\w+",route="\/api\/v1/mu);
    }
    expect((await ask("/metrics")).status).toBe(404);
    expect((await ask("/metrics", { "X-Forwarded-For": "127.0.0.1" })).status).toBe(404);
  });

  test("[OPS-4] no call fails while one process stops and is down, and people stay in touch", async () => {
    const answers: Answer[] = [];
    const over = new AbortController();
    const asking = (async () => {
      while (!over.signal.aborted) answers.push(await ask("/api/v1/settings"));
    })();
    try {
      await processes.second.end();
      await say(radu, "Mai e unul.");
      await bubbles(ana, "Mai e unul.").waitFor();
    } finally {
      over.abort();
      await asking;
    }
    expect(answers.length).toBeGreaterThan(10);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  test("[OPS-4] calls with a body reach the other process", async () => {
    const headers = { "Content-Type": "application/json" };
    const post = async (): Promise<number | undefined> => (await ask("/api/v1/login", headers, "{}")).status;
    const statuses = async () => new Set(await Promise.all(Array.from({ length: 20 }, post)));
    await expect.poll(statuses).toEqual(new Set([422]));
  });

  test("[OPS-4f] requests that are answered or refused leave no line in the log, however long their headers are", async () => {
    await ask("/no-such-page");
    // The proxy may close the connection before all is sent.
    await ask("/api/v1/settings", { "X-Long": "x".repeat(900_000) }).catch(() => undefined);
    expect(proxy.log()).not.toMatch(/no-such-page|xxxx/u);
  });

  test("[OPS-4][OPS-4f][ERR-8] without any process a call returns 503 with Retry-After, not a bare 502, and its request id is in the log, without address, headers and query", async () => {
    await processes.first.end();
    const { status, retryAfter, body } = await ask("/api/v1/settings?q=secret", { "Upload-Metadata": "secret" });
    expect([status, retryAfter]).toEqual([503, "2"]);
    expect(JSON.parse(body)).toMatchObject({ code: "unavailable", message: expect.any(String) });
    await expect.poll(() => proxy.log()).toContain(JSON.parse(body).request_id);
    expect(proxy.log()).not.toMatch(/no-such-page|xxxx|secret|remote_ip|client/u);
  });
});
