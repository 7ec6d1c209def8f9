import { expect, test } from "vitest";
import type { NewLine } from "../history/history-line.ts";
import { checkFiles } from "./check-files.ts";
import { indexHistory } from "./history-index.ts";
import { numbered } from "./sound-history.ts";

const came = { status: 200, bytes: 5, size: 5, sha256: "abc", etag: '"abc"' };
const upload: NewLine = { proc: "ana", f: "upload", type: "ok", room: 10, key: "k1", kind: "bytes", value: "abc" };
const published: readonly NewLine[] = [
  { proc: "ana", f: "publish", type: "invoke", room: 10, key: "k1", value: 0 },
  { proc: "ana", f: "publish", type: "ok", room: 10, key: "k1", id: 101, seq: 3 },
];
const downloaded = (value: object, more: Partial<NewLine> = {}): NewLine => ({
  ...{
    proc: "radu",
    f: "download",
    type: "ok",
    room: 10,
    id: 101,
    key: "k1",
    kind: "file",
    value: { ...came, ...value },
  },
  ...more,
});
const object: NewLine = { proc: "storage", f: "object", type: "ok", kind: "o1" };
const row: NewLine = { proc: "storage", f: "file-row", type: "ok", kind: "o1" };
const kindsOf = (...lines: readonly NewLine[]): string[] =>
  checkFiles(indexHistory(numbered(lines))).map(({ kind }) => kind);

test("[MSG-3] files received as they were sent, with an object for each row, are sound", () => {
  expect(kindsOf(upload, ...published, downloaded({}), object, row)).toEqual([]);
  const preview = { key: null, kind: "preview" };
  expect(kindsOf(downloaded({ size: null, sha256: "x", etag: '"abc-preview"' }, preview))).toEqual([]);
  const picture = { ...upload, kind: "jpeg", value: "as it was with its place" };
  expect(kindsOf(picture, ...published, downloaded({}))).toEqual([]);
  // The outcome of the upload is unknown, and the file does not exist.
  expect(kindsOf(upload, ...published.slice(0, 1))).toEqual([]);
});

test("[MSG-3] a file is lost if it was acknowledged and is in no message, or if it cannot be read", () => {
  expect(kindsOf(upload, ...published)).toEqual(["file-lost"]);
  expect(kindsOf(upload, ...published, downloaded({ status: 404, bytes: 60 }))).toEqual(["file-lost"]);
  // MSG-7: a deleted message has no file.
  expect(kindsOf(upload, ...published, { proc: "ana", f: "delete", type: "ok", room: 10, id: 101 })).toEqual([]);
  // A file that cannot be read is lost even if its publish was never acknowledged.
  expect(kindsOf(downloaded({ status: 503 }))).toEqual(["file-lost"]);
});

test("[MSG-3] a file that is too short, or differs from what was sent or from its hash, is torn", () => {
  expect(kindsOf(upload, ...published, downloaded({ bytes: 4 }))).toEqual(["file-torn"]);
  expect(kindsOf(upload, ...published, downloaded({ sha256: "b", etag: '"b"' }))).toEqual(["file-torn"]);
  expect(kindsOf({ ...upload, kind: "jpeg" }, ...published, downloaded({ sha256: "b" }))).toEqual(["file-torn"]);
});

test("[MSG-3] a broken product may fail to serve a file, but never serves half of it, and the file is there in the end", () => {
  const atOnce = (value: object): NewLine => downloaded(value, { kind: "at-once" });
  expect(kindsOf(upload, ...published, atOnce({ status: 503, bytes: 60 }), downloaded({}))).toEqual([]);
  expect(kindsOf(upload, ...published, atOnce({ bytes: 4 }), downloaded({}))).toEqual(["file-torn"]);
  expect(kindsOf(upload, ...published, atOnce({ status: 404 }), downloaded({}))).toEqual(["file-lost"]);
  expect(kindsOf(upload, ...published, atOnce({}))).toEqual(["file-lost"]);
});

test("[MSG-3h] an object without its row is stray, and a row without its object is lost", () => {
  expect(kindsOf(object)).toEqual(["file-stray"]);
  expect(kindsOf(row)).toEqual(["file-lost"]);
});
