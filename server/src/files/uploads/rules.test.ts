import { describe, expect, test } from "vitest";
import { nameOfKind, readFileName, readFileText } from "./rules.ts";

describe("the name of a file", () => {
  test.each([
    ["poza.jpg", "poza.jpg"],
    ["  Etichetă ambreiaj șțăîâ 🚗.jpg ", "Etichetă ambreiaj șțăîâ 🚗.jpg"],
    ["../../../etc/passwd", "passwd"],
    [String.raw`C:\Users\ana\poza.jpg`, "poza.jpg"],
    ["a/b\\c", "c"],
    ["poza\r\nSet-Cookie: a=b.jpg", "pozaSet-Cookie: a=b.jpg"],
    ["1H0\ufffe615\u{1ffff}.jpg", "1H0615.jpg"],
    ["po\u0000za\u007f\u0085\u2028.jpg", "poza.jpg"],
    ["\"citat\" și 'apostrof'; filename=x.jpg", "\"citat\" și 'apostrof'; filename=x.jpg"],
    ["\u202egpj.exe", "\u202egpj.exe"],
    ["\ud800.jpg", "\ufffd.jpg"],
    ["poza.jpg.exe", "poza.jpg.exe"],
    [`e${"\u0301".repeat(200)}.jpg`, `e${"\u0301".repeat(8)}.jpg`],
  ])("[MSG-3g][SEC-13][SEC-13l] %j is stored as %j", (typed, name) => expect(readFileName(typed)).toBe(name));

  test.each(["", "   ", "/", "..", ".", "a/", "\u0000", "\u200b\u202e", "...", "\r\n", "\ufffe."])(
    "[MSG-3g] %j yields no name",
    (typed) => expect(readFileName(typed)).toBe(""),
  );

  test("[MSG-3g] a long name is cut before its ending, at whole characters", () => {
    const cut = readFileName(`${"🚗".repeat(400)}.jpeg`);
    expect([Array.from(cut).length, cut.endsWith("🚗.jpeg"), cut.isWellFormed()]).toEqual([255, true, true]);
    expect(Array.from(readFileName(`a.${"x".repeat(400)}`))).toHaveLength(255);
  });

  test.each([
    ["image/jpeg", "imagine.jpg"],
    ["image/png", "imagine.png"],
    ["video/mp4", "video.mp4"],
    ["audio/mpeg", "audio.mpeg"],
    ["application/pdf", "document.pdf"],
    ["application/octet-stream", "fișier"],
    ["video/x-matroska", "video"],
  ])("[MSG-3g] without one, %s is called %s", (mime, name) => expect(nameOfKind(mime)).toBe(name));
});

describe("the text of a file", () => {
  test.each([
    ["", { ok: true, text: "" }],
    [" \r\n\u200b ", { ok: true, text: "" }],
    [" a\r\nb ", { ok: true, text: "a\nb" }],
    ["x".repeat(4001), { ok: false, problem: "too_long" }],
    ["a\u0000", { ok: false, problem: "not_text" }],
  ])("[MSG-3] %j", (typed, read) => expect(readFileText(typed)).toEqual(read));
});
