import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { createMailReader } from "./mail-reader.ts";

const folder = mkdtempSync(join(tmpdir(), "mail-reader-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(limits: Parameters<typeof createMailReader>[1] = {}) {
  const clock = new FakeClock();
  const { readMail, stop } = createMailReader(clock, limits);
  onTestFinished(stop);
  return {
    clock,
    read: async (raw: string) => {
      const path = join(folder, "mail");
      writeFileSync(path, raw);
      return await readMail(path, folder);
    },
  };
}

const simple = "From: ana@example.ro\r\n\r\nda";

test("[INMAIL-8] e-mails are read in a thread that ends when idle, and starts again", async () => {
  const { clock, read } = start();
  for (let times = 0; times < 2; times += 1) {
    expect(await read(simple)).toMatchObject({ mail: { text: "da", from: ["ana@example.ro"] } });
    clock.advance(60_000);
  }
});

test("[INMAIL-8] an e-mail that takes too long is refused, and the next one is read", async () => {
  const { clock, read } = start();
  const reading = read(simple);
  clock.advance(30_000);
  expect(await reading).toEqual({ problem: "too-long-to-read" });
  expect(await read(simple)).toMatchObject({ mail: { text: "da" } });
});

test("[INMAIL-8] an e-mail that takes too much memory ends only its thread", async () => {
  const { read } = start({ heapMebibytesMax: 32 });
  const large = `From: ana@example.ro\r\n\r\n${"rând \n".repeat(3_000_000)}`;
  expect(await read(large)).toEqual({ problem: "ended" });
  expect(await read(simple)).toMatchObject({ mail: { text: "da" } });
});
