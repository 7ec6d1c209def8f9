import { expect, test } from "vitest";
import { keepsPersonalData, isShrinkable } from "../../files/sending/attachments-state.ts";
import { fileKindOf } from "./file-kind.ts";

test.each([
  ["image/jpeg", "photo"],
  ["image/heic", "photo"],
  ["video/x-msvideo", "video"],
  ["audio/mp4", "audio"],
  ["application/pdf", "pdf"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "document"],
  ["application/vnd.ms-excel", "sheet"],
  ["application/x-zip-compressed", "archive"],
])("[SEE-5] %s has the kind %s, chosen or stored", (type, kind) => {
  expect(fileKindOf(type)).toBe(kind);
});

test.each([
  "text/plain",
  "text/csv",
  "image/svg+xml",
  "image/bmp",
  "image/tiff",
  "text/html",
  "",
  "application/octet-stream",
])("[SEE-5] %j, which the server stores as bytes, is already a file in the tray", (type) => {
  expect(fileKindOf(type)).toBe("file");
});

test("[ATT-7] a large AVIF is shrunk too", () => {
  expect([isShrinkable({ type: "image/avif", name: "a" }), isShrinkable({ type: "image/gif", name: "a" })]).toEqual([
    true,
    false,
  ]);
});

test("[ATT-7c] TIFF and raw photos keep their location, whatever type the browser reports", () => {
  const named = ["a.TIF", "b.dng", "c.CR3", "d.nef"].map((name) => keepsPersonalData({ type: "", name }));
  expect([...named, keepsPersonalData({ type: "image/tiff", name: "e.tiff" })]).toEqual([true, true, true, true, true]);
  expect([
    keepsPersonalData({ type: "image/jpeg", name: "a.jpg" }),
    keepsPersonalData({ type: "", name: "tiff" }),
  ]).toEqual([false, false]);
});
