import fc from "fast-check";
import { cleanText } from "@cuplaj/protocol/message-text.ts";
import { describe, expect, test } from "vitest";
import { asWritten, readMessageText, type StoredMessage, toMessage } from "./rules.ts";

const text = (input: string) => readMessageText(input);

describe("readMessageText", () => {
  test("[MSG-2] trims around a text and keeps the whitespace inside", () => {
    expect(text(" \n\t Bună  ziua,\n\nam nevoie de plăcuțe. \u00a0")).toEqual({
      ok: true,
      text: "Bună  ziua,\n\nam nevoie de plăcuțe.",
    });
  });

  test.each(["", "   ", "\n\t\r\n", "\u00a0\u2003\ufeff"])("[MSG-2] %j is empty", (input) => {
    expect(text(input)).toEqual({ ok: false, problem: "empty" });
  });

  test("[MSG-2] 4,000 characters are a message, 4,001 are not, and an emoji is one character", () => {
    expect(text("a".repeat(4000))).toMatchObject({ ok: true });
    expect(text("a".repeat(4001))).toEqual({ ok: false, problem: "too_long" });
    expect(text("🚗".repeat(4000))).toMatchObject({ ok: true });
    expect(text("🚗".repeat(4001))).toEqual({ ok: false, problem: "too_long" });
    expect(text(` ${"ș".repeat(4000)} `)).toMatchObject({ ok: true });
  });

  test("[MSG-2] no text of 4,000 characters exceeds 16 KiB", () => {
    expect(Buffer.byteLength("🚗".repeat(4000))).toBeLessThanOrEqual(16 * 1024);
  });

  test.each(["a\u0007b", "a\u001b[31mb", "a\u000bb", "a\u007fb", "a\u0085b", "a\u009fb"])(
    "[SEC-13] %j has control characters: not text",
    (input) => {
      expect(text(input)).toEqual({ ok: false, problem: "not_text" });
    },
  );

  test.each(["e\u0301".padEnd(20, "\u0300"), "\u0301".repeat(4000)])(
    "[SEC-13l] %j has stacked marks: not text",
    (input) => {
      expect(text(input)).toEqual({ ok: false, problem: "not_text" });
    },
  );

  test.each(["1H0\ufffe615", "a\uffff", "a\u{1fffe}b"])("[SEC-13] %j has noncharacters: not text", (input) => {
    expect(text(input)).toEqual({ ok: false, problem: "not_text" });
  });

  test.each(["\u200b", "\u00ad\u3164", "\ufe0f", "\u2800", "\u0301".repeat(8), "\u202e \u2069"])(
    "[SEC-13b] %j is invisible: empty",
    (input) => {
      expect(text(input)).toEqual({ ok: false, problem: "empty" });
    },
  );

  test("[SEC-13][SEC-13i] tabs, newlines and bidi controls stay as typed; other line ends become newlines", () => {
    expect(text("a\tb\nc\u202ed\u2066")).toEqual({ ok: true, text: "a\tb\nc\u202ed\u2066" });
    expect(text("a\r\nb\rc\r\n")).toEqual({ ok: true, text: "a\nb\nc" });
    expect(text("a\r\n".repeat(2000))).toMatchObject({ ok: true });
  });

  test.each(["a\0b", "a\ud83d", "\ude97b", "a\ud83d\ud83d\ude97"])("[MSG-2] %j cannot be stored", (input) => {
    expect(text(input)).toEqual({ ok: false, problem: "not_text" });
  });

  test("[MSG-2] accepted texts are trimmed, not empty, short enough and well formed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 9000, size: "max" }), (input) => {
        const read = text(input);
        if (!read.ok) return;
        expect(read.text).toBe(cleanText(input));
        expect(Array.from(read.text).length).toBeLessThanOrEqual(4000);
        expect(read.text.length).toBeGreaterThan(0);
        expect(Buffer.from(read.text).toString()).toBe(read.text);
        expect(read.text).not.toContain("\0");
      }),
    );
  });
});

describe("toMessage", () => {
  const stored: StoredMessage = {
    id: 5,
    roomId: 2,
    seq: 9,
    clientId: null,
    ...asWritten,
    file: null,
    quote: null,
    text: "Bună",
    timestamp: "2026-11-21T10:00:00.000Z",
    author: { id: 7, name: "Ana", type: "customer" },
  };

  test("[MSG-1] names the sender under the field of their kind, and nobody else", () => {
    const by = (type: StoredMessage["author"]["type"]) =>
      toMessage({ ...stored, author: { ...stored.author, type } }, "everyone");
    expect(by("customer")).toMatchObject({ customer: { id: 7, name: "Ana" } });
    expect(by("erp")).toMatchObject({ user: { id: 7, name: "Ana" } });
    expect(by("agent")).toMatchObject({ agent: { id: 7, name: "Ana" } });
    expect(Object.keys(by("erp"))).not.toContain("customer");
    expect(Object.keys(by("erp"))).not.toContain("agent");
  });

  test("[MSG-1] is unread above the reader's marker, unless the reader wrote it or is a visitor", () => {
    expect(toMessage(stored, { id: 8, readSeq: 8 }).unread).toBe(true);
    expect(toMessage(stored, { id: 8, readSeq: 9 }).unread).toBe(false);
    expect(toMessage(stored, { id: 7, readSeq: 0 }).unread).toBe(false);
    expect(toMessage(stored, { id: 8, readSeq: null }).unread).toBe(false);
    expect(toMessage(stored, "everyone").unread).toBe(true);
  });
});
