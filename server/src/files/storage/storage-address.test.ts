import { expect, test } from "vitest";
import { readStorageUrl, writeStorageUrl } from "./storage-address.ts";

const dataDir = "/var/lib/cuplaj";
const again = (url: string): string | null => {
  const address = readStorageUrl(url, dataDir);
  return address === null ? null : writeStorageUrl(address, dataDir);
};

test.each([
  ["file:files", "file:files"],
  ["file:./files/", "file:files"],
  ["file:/var/lib/cuplaj/files", "file:files"],
  ["file:///srv/cuplaj-files", "file:///srv/cuplaj-files"],
  ["file:/srv/poze%20vechi", "file:///srv/poze%20vechi"],
  ["file:poze și fișiere", "file:poze%20%C8%99i%20fi%C8%99iere"],
  ["s3://files", "s3://files/?region=us-east-1"],
  ["s3://files/a/b/?region=eu-central-1", "s3://files/a/b/?region=eu-central-1"],
  [
    "s3://files/a?endpoint=http://127.0.0.1:9000&region=ro-1",
    "s3://files/a/?endpoint=http%3A%2F%2F127.0.0.1%3A9000&region=ro-1",
  ],
])("[MSG-3t] %s is an address, stored as %s", (url, stored) => {
  expect(again(url)).toBe(stored);
  expect(again(stored)).toBe(stored);
});

test.each([
  "",
  "/srv/files",
  "file:",
  "file://host/files",
  "file:/a%00b",
  "file:/a%zz",
  "file:a?b",
  "file:../other",
  "file:a/%2e%2e/..",
  "ftp://files/a",
  "s3:files",
  "s3://key:hunter2@files/a",
  "s3://files/a?secret=hunter2",
  "s3://files/a?endpoint=ftp://x",
  "s3://files/a?endpoint=http://key:hunter2@x",
  "s3://files/a?endpoint=http://x/path",
  "s3://files/a?region=RO",
  "s3://files/a b",
  "s3://f/a",
])("[MSG-3t] %j is invalid", (url) => {
  expect(readStorageUrl(url, dataDir)).toBe(null);
});
