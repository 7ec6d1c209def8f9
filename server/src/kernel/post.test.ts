import { channel } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, isIPv4, type AddressInfo, type LookupFunction } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "./clock.ts";
import { testCertificate } from "../testing/certificate.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { type Answer, silent, startReceiver, withStatus } from "../testing/receiver.ts";
import { until } from "../testing/server-process.ts";
import { createPost } from "./post.ts";
import { publicLookup } from "./public-address.ts";

const clock = new FakeClock();
const anywhere = createPost({ isPrivateAllowed: true, clock });
const to = (url: string) => ({ url: new URL(url), headers: { "content-type": "application/json" }, body: '{"ș":1}' });

function rebinding(...addresses: readonly string[]): LookupFunction {
  const left = [...addresses];
  return (_name, _options, callback) => {
    const address = (left.length > 1 ? left.shift() : left[0]) ?? "";
    callback(null, [{ address, family: isIPv4(address) ? 4 : 6 }]);
  };
}

describe("a request", () => {
  test("[HOOK-1] arrives whole, and resolves with the status", async () => {
    const receiver = await startReceiver();
    expect(await anywhere(to(`http://127.0.0.1:${receiver.port}/hook?a=1`))).toMatchObject({ status: 204 });
    receiver.answer = withStatus(410);
    expect(await anywhere(to(`http://localhost:${receiver.port}/`))).toMatchObject({ status: 410 });
    const [first] = receiver.received;
    expect(first).toMatchObject({ body: '{"ș":1}', headers: { "content-type": "application/json" } });
    expect(first?.headers["connection"]).toBe("close");
  });

  test("[HOOK-6] follows no redirect", async () => {
    const [receiver, inside] = [await startReceiver(), await startReceiver()];
    receiver.answer = (response) =>
      void response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end();
    expect(await anywhere(to(`http://127.0.0.1:${receiver.port}/`))).toMatchObject({ status: 307 });
    expect(inside.received).toHaveLength(0);
  });

  test.each<[string, Answer, RegExp]>([
    ["resets", (response) => void response.socket?.resetAndDestroy(), /ECONNRESET|socket hang up/u],
    ["closes", (response) => void response.socket?.destroy(), /ECONNRESET|socket hang up/u],
    ["speaks another language", (response) => void response.socket?.end("SMTP ready\r\n\r\n"), /Parse Error/u],
    [
      "answers with endless headers",
      (response) => void response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(1 << 20)}`),
      /Header|ECONNRESET/u,
    ],
  ])("[HOOK-5] fails if the receiver %s", async (_title, answer, reason) => {
    const receiver = await startReceiver();
    receiver.answer = answer;
    await expect(anywhere(to(`http://127.0.0.1:${receiver.port}/`))).rejects.toThrow(reason);
    await until(() => (receiver.openConnections() === 0 ? true : undefined));
  });

  test("[HOOK-5b] times out after 10 s, and ends at once when aborted", async () => {
    const receiver = await startReceiver();
    receiver.answer = silent;
    const url = to(`http://127.0.0.1:${receiver.port}/`);
    const waiting = Promise.allSettled([anywhere(url)]);
    await receiver.arrived(1);
    clock.advance(9999);
    expect(receiver.openConnections()).toBe(1);
    clock.advance(1);
    expect(await waiting).toMatchObject([{ reason: { message: "no answer in time" } }]);
    const leaving = new AbortController();
    const aborted = Promise.allSettled([anywhere(url, leaving.signal)]);
    await receiver.arrived(2);
    leaving.abort();
    expect(await aborted).toMatchObject([{ reason: { name: "AbortError" } }]);
    await until(() => (receiver.openConnections() === 0 ? true : undefined));
    expect(clock.timerCount).toBe(0);
  });

  test("[HOOK-5b] times out after 10 s if TLS never begins", async () => {
    let open = 0;
    const deaf = createServer((socket) => {
      open += 1;
      socket.resume().on("error", () => undefined);
      socket.once("close", () => (open -= 1));
    }).listen(0, "127.0.0.1");
    await once(deaf, "listening");
    onTestFinished(() => void deaf.close());
    const { port } = deaf.address() as AddressInfo;
    const waiting = Promise.allSettled([anywhere(to(`https://127.0.0.1:${port}/`))]);
    await until(() => (open === 1 ? true : undefined));
    clock.advance(10_000);
    expect(await waiting).toMatchObject([{ reason: { message: "no answer in time" } }]);
    await until(() => (open === 0 ? true : undefined));
  });

  test("[HOOK-5b] reads 1 KiB of a response and hangs up, and times out after 10 s if the response trickles in", async () => {
    const receiver = await startReceiver();
    let written = 0;
    receiver.answer = (response) => {
      response.writeHead(200);
      const pour = (): void => {
        while (!response.destroyed && response.write("x".repeat(4096))) written += 4096;
      };
      response.on("drain", pour);
      pour();
    };
    expect(await anywhere(to(`http://127.0.0.1:${receiver.port}/`))).toMatchObject({ status: 200 });
    expect(written).toBeLessThan(16 << 20);
    receiver.answer = (response) => void response.writeHead(202).write("x");
    const { promise: begun, resolve } = Promise.withResolvers<unknown>();
    const answers = channel("http.client.response.finish");
    answers.subscribe(resolve);
    onTestFinished(() => {
      answers.unsubscribe(resolve);
    });
    const dribbled = anywhere(to(`http://127.0.0.1:${receiver.port}/`));
    await begun;
    expect(receiver.openConnections()).toBe(1);
    clock.advance(10_000);
    expect(await dribbled).toMatchObject({ status: 202 });
    await until(() => (receiver.openConnections() === 0 ? true : undefined));
  });
});

describe("reused connections", () => {
  test("[PUSH-6] serve later requests to the same server, and bytes arrive unchanged", async () => {
    const receiver = await startReceiver();
    const reused = createPost({ isPrivateAllowed: true, clock, isReused: true });
    const bytes = Buffer.from([0, 255, 200, 10]);
    const request = { ...to(`http://127.0.0.1:${receiver.port}/`), body: bytes };
    for (let each = 0; each < 3; each += 1) expect(await reused(request)).toMatchObject({ status: 204 });
    expect(receiver.openConnections()).toBe(1);
    expect(receiver.received.map((received) => received.bytes)).toEqual([bytes, bytes, bytes]);
    expect(clock.timerCount).toBe(0);
  });

  test("[PUSH-6] are not opened to an address that has become private", async () => {
    const receiver = await startReceiver();
    const lookup = rebinding("2a00::1", "127.0.0.1");
    await new Promise((resolve) => publicLookup(lookup)("push.example", {}, resolve));
    const outside = createPost({ isPrivateAllowed: false, clock, lookup, isReused: true });
    const called = outside(to(`http://push.example:${receiver.port}/`));
    await expect(called).rejects.toThrow("the address is not public");
    expect(receiver.received).toHaveLength(0);
  });
});

test.each([
  ["120", 120_000],
  ["0", 0],
  ["Thu, 01 Jan 1970 00:01:00 GMT", 60_000],
  ["soon", 0],
  ["-5", 0],
])("[PUSH-6b] Retry-After: %s asks for %i ms", async (retryAfter, retryAfterMs) => {
  const receiver = await startReceiver();
  receiver.answer = (response) => void response.writeHead(429, { "retry-after": retryAfter }).end();
  const still = createPost({ isPrivateAllowed: true, clock: { ...systemClock, now: () => 0 } });
  expect(await still(to(`http://127.0.0.1:${receiver.port}/`))).toEqual({ status: 429, retryAfterMs });
});

describe("TLS", () => {
  test("[HOOK-6] an untrusted certificate, or one for another name, is refused, whatever the environment sets", async () => {
    const receiver = await startReceiver("https");
    const url = to(`https://localhost:${receiver.port}/`);
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    const trusted = getCACertificates("default");
    onTestFinished(() => {
      delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      setDefaultCACertificates(trusted);
    });
    await expect(anywhere(url)).rejects.toThrow(/self-signed/u);
    setDefaultCACertificates([...trusted, testCertificate]);
    expect(await anywhere(url)).toMatchObject({ status: 204 });
    expect(await anywhere(to(`https://127.0.0.1:${receiver.port}/`))).toMatchObject({ status: 204 });
    const other = createPost({ isPrivateAllowed: true, clock, lookup: rebinding("127.0.0.1") });
    await expect(other(to(`https://erp.example:${receiver.port}/`))).rejects.toThrow(/altnames/u);
    expect(receiver.received).toHaveLength(2);
  });
});

describe("a private address", () => {
  test.each(["http", "https"] as const)("[HOOK-6] is not called over %s, in any spelling", async (scheme) => {
    const receiver = await startReceiver(scheme);
    const outside = createPost({ isPrivateAllowed: false, clock });
    for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "0.0.0.0", "[::ffff:127.0.0.1]", "[::1]", "localhost"]) {
      const called = outside(to(`${scheme}://${host}:${receiver.port}/`));
      await expect(called).rejects.toThrow("the address is not public");
    }
    expect(receiver.openConnections()).toBe(0);
    expect(receiver.received).toHaveLength(0);
  });

  test("[HOOK-6] is not called under a name that just had a public one", async () => {
    const receiver = await startReceiver();
    const lookup = rebinding("2a00::1", "127.0.0.1");
    await new Promise((resolve) => publicLookup(lookup)("erp.example", {}, resolve));
    const outside = createPost({ isPrivateAllowed: false, clock, lookup });
    const called = outside(to(`http://erp.example:${receiver.port}/`));
    await expect(called).rejects.toThrow("the address is not public");
    const inside = createPost({ isPrivateAllowed: true, clock, lookup });
    expect(await inside(to(`http://erp.example:${receiver.port}/`))).toMatchObject({ status: 204 });
    expect(receiver.received).toHaveLength(1);
  });
});
