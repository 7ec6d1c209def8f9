import { describe, expect, test } from "vitest";
import { emptyBatch } from "./frame-batch.ts";
import { encodeEvent, eventFrame, textFrame } from "./frames.ts";

describe("frames", () => {
  test.each([
    [0, 2],
    [125, 2],
    [126, 4],
    [65_535, 4],
    [65_536, 10],
  ])("[LIVE-1] a text of %i bytes has a header of %i and its own length", (length, headerLength) => {
    const frame = textFrame("x".repeat(length));
    expect(frame.length).toBe(headerLength + length);
    expect(frame[0]).toBe(0x81);
    const lengthBytes = headerLength === 2 ? frame.subarray(1, 2) : frame.subarray(2, headerLength);
    expect(Number.parseInt(lengthBytes.toString("hex"), 16)).toBe(length);
  });

  test("[LIVE-1] the length counts bytes, not characters", () => {
    expect(textFrame("șț").subarray(2).toString()).toBe("șț");
    expect(textFrame("șț")[1]).toBe(4);
  });

  test("[LIVE-1] data is JSON text inside the envelope", () => {
    expect(encodeEvent({ event: "e", channel: "c", data: '{"a":1}', userId: "5" })).toBe(
      '{"event":"e","channel":"c","data":"{\\"a\\":1}","user_id":"5"}',
    );
    expect(eventFrame("pusher:pong", {}).subarray(2).toString()).toBe('{"event":"pusher:pong","data":"{}"}');
  });
});

describe("batches", () => {
  test("[LIVE-3] sockets with the same frames share one buffer, in order", () => {
    const [first, second, third] = ["1", "2", "3"].map((text) => Buffer.from(text));
    const root = emptyBatch();
    const all = [first, second, third].filter((frame) => frame !== undefined);
    const one = all.reduce((batch, frame) => batch.append(frame), root);
    const other = all.reduce((batch, frame) => batch.append(frame), root);
    expect(one.joined().toString()).toBe("123");
    expect(one.joined()).toBe(other.joined());
    expect(one.bytes).toBe(3);
  });

  test("[LIVE-3] a socket with an extra frame keeps its own order", () => {
    const [shared, own, last] = [Buffer.from("s"), Buffer.from("o"), Buffer.from("l")];
    const root = emptyBatch();
    const mixed = root.append(own).append(shared).append(last);
    const plain = root.append(shared).append(last);
    expect(mixed.joined().toString()).toBe("osl");
    expect(plain.joined().toString()).toBe("sl");
    expect(root.append(own).joined()).toBe(own);
  });
});
