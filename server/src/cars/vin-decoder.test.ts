import { beforeEach, describe, expect, test } from "vitest";
import { createGetJson } from "../kernel/get-json.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { type Answer, type Receiver, silent, startReceiver, withStatus } from "../testing/receiver.ts";
import { createVinDecoder, decoderLimits } from "./vin-decoder.ts";

const vin = "TMBZZZ1Z8E1234567";
const octavia = { make: "Škoda", model: "Octavia", year: 2014, engine: "2.0 TDI" };
const answering =
  (body: string, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(body);

const clock = new FakeClock();
const warned: unknown[] = [];
beforeEach(() => void (warned.length = 0));

function decoderAt({ port }: Receiver) {
  return createVinDecoder({
    addressOf: (of) => new URL(`http://127.0.0.1:${port}/decode/${of}?key=k`),
    get: createGetJson({ isPrivateAllowed: true, clock }, decoderLimits),
    clock,
    log: { warn: (fields: object) => void warned.push(fields) } as never,
  });
}

describe("a VIN decoder", () => {
  test("[CAR-5a] is asked by one GET that carries only the VIN", async () => {
    const receiver = await startReceiver();
    receiver.answer = answering(JSON.stringify({ ...octavia, color: "blue" }));
    const [one, other] = await Promise.all([1, 2].map(() => decoderAt(receiver)(vin)));
    expect(one).toMatchObject(octavia);
    expect(other).toEqual(one);
    const [{ path, headers, body } = { path: "", headers: {}, body: "" }] = receiver.received;
    expect([path, body]).toEqual([`/decode/${vin}?key=k`, ""]);
    expect(Object.keys(headers).toSorted()).toEqual(["accept", "connection", "host"]);
  });

  test("[CAR-5b] is asked again for a VIN after a day, or a minute after a failure", async () => {
    const receiver = await startReceiver();
    const ask = decoderAt(receiver);
    receiver.answer = withStatus(500);
    expect(await Promise.all([ask(vin), ask(vin)])).toEqual([null, null]);
    clock.advance(59_999);
    expect(await ask(vin)).toBeNull();
    expect(receiver.received).toHaveLength(1);
    receiver.answer = answering(JSON.stringify(octavia));
    clock.advance(1);
    expect(await ask(vin)).toEqual(octavia);
    clock.advance(24 * 60 * 60 * 1000 - 1);
    expect(await ask(vin)).toEqual(octavia);
    expect(receiver.received).toHaveLength(2);
    clock.advance(1);
    await ask(vin);
    expect(receiver.received).toHaveLength(3);
  });

  test("[CAR-5b] knows nothing of a VIN if it returns 404, which is no failure", async () => {
    const receiver = await startReceiver();
    receiver.answer = withStatus(404);
    expect(await decoderAt(receiver)(vin)).toEqual({});
    expect(warned).toEqual([]);
  });

  test.each<[string, Answer, RegExp]>([
    ["garbage", answering(`<html>${vin}`), /^the answer is not JSON$/u],
    ["a list", answering("[]"), /another form/u],
    ["a number for a text", answering('{"make":7}'), /another form/u],
    ["line ends in a text", answering(JSON.stringify({ model: "a\nb" })), /another form/u],
    ["a text that is too long", answering(JSON.stringify({ model: "a".repeat(201) })), /another form/u],
    ["an impossible year", answering('{"year":20140}'), /another form/u],
    ["an error", answering(JSON.stringify(octavia), 503), /status 503/u],
    ["a redirect", (response) => void response.writeHead(302, { location: "/other" }).end(), /status 302/u],
    ["half an answer", (response) => void response.writeHead(200, { "content-length": "9" }).end("{"), /cut off/u],
    ["nothing", (response) => void response.socket?.destroy(), /socket hang up|ECONNRESET/u],
  ])("[CAR-5a] fails if it returns %s, and its VIN is not logged", async (_title, answer, reason) => {
    const receiver = await startReceiver();
    receiver.answer = answer;
    expect(await decoderAt(receiver)(vin)).toBeNull();
    expect(warned).toEqual([{ count: 1, reason: expect.stringMatching(reason) }]);
    expect(JSON.stringify(warned)).not.toContain(vin);
  });

  test("[CAR-5b] fails after 3 s without a whole answer", async () => {
    const receiver = await startReceiver();
    for (const answer of [silent, ((response) => void response.writeHead(200).write("{")) satisfies Answer]) {
      receiver.answer = answer;
      const asked = decoderAt(receiver)(vin);
      await receiver.arrived(receiver.received.length + 1);
      clock.advance(3000);
      expect(await asked).toBeNull();
    }
  });

  test("[CAR-5b] fails if its answer is larger than 64 KiB", async () => {
    const receiver = await startReceiver();
    receiver.answer = answering(JSON.stringify({ ...octavia, more: "x".repeat(64 * 1024) }));
    expect(await decoderAt(receiver)(vin)).toBeNull();
    expect(warned).toEqual([{ count: 1, reason: "the answer is too large" }]);
  });

  test("[CAR-5b] gets at most four requests at once", async () => {
    const receiver = await startReceiver();
    receiver.answer = silent;
    const ask = decoderAt(receiver);
    const asked = [1, 2, 3, 4].map((digit) => ask(`TMBZZZ1Z8E123456${digit}`));
    await receiver.arrived(4);
    expect(await ask(vin)).toBeNull();
    clock.advance(3000);
    expect(await Promise.all(asked)).toEqual([null, null, null, null]);
    expect(receiver.received).toHaveLength(4);
  });
});
