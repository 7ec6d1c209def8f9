import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, expect, test } from "vitest";
import { readArchive } from "./archive-reader.ts";
import { writeArchive } from "./archive-writer.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-encrypted-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const header = JSON.stringify({
  ...{ format: 1, version: "0.1.0", database: "logical", postgres: 18 },
  ...{ begunAt: "", elsewhere: [], without: [] },
});
const content = "a price of 214.50 ".repeat(20_000);

async function makeKey(name: string): Promise<{ readonly recipient: string; readonly identity: string }> {
  const key = await generateX25519Identity();
  const identity = join(folder, name);
  writeFileSync(identity, `# of a test\n${key}\n`);
  return { recipient: await identityToRecipient(key), identity };
}

async function write(name: string, recipients: readonly string[]): Promise<string> {
  const file = join(folder, name);
  const fill = async (archive: { addBytes(name: string, bytes: Uint8Array): Promise<void> }): Promise<void> => {
    await archive.addBytes("backup.json", Buffer.from(header));
    await archive.addBytes("rows", Buffer.from(content));
  };
  await writeArchive({ file, recipients }, fill, () => undefined);
  return file;
}

async function read(file: string, identity: string | null): Promise<string> {
  let found = "";
  const target = {
    ending: "." as const,
    onHeader: () => Promise.resolve(),
    onFolder: () => Promise.resolve(),
    onFile: async (_name: string, bytes: AsyncIterable<Uint8Array>) => void (found = await text(bytes)),
  };
  await readArchive({ file, identity }, target, () => undefined);
  return found;
}

test("[KEEP-7] a backup opens with each recipient's key, but not with another key or without one", async () => {
  const [ana, radu, stranger] = [await makeKey("ana"), await makeKey("radu"), await makeKey("stranger")];
  const file = await write("sealed", [ana.recipient, radu.recipient]);
  expect(readFileSync(file, "latin1")).not.toContain("backup.json");
  expect(await read(file, ana.identity)).toBe(content);
  expect(await read(file, radu.identity)).toBe(content);
  await expect(read(file, stranger.identity)).rejects.toThrow(`No key in ${stranger.identity} opens ${file}.`);
  await expect(read(file, null)).rejects.toThrow(`${file} is encrypted: give --identity`);
  const plain = await write("plain", []);
  expect(await read(plain, null)).toBe(content);
  expect(await read(plain, ana.identity)).toBe(content);
});

test("[KEEP-7] an invalid recipient or key is reported, and no backup begins", async () => {
  const { recipient, identity } = await makeKey("one");
  await expect(write("unmade", [recipient, "age1nobody"])).rejects.toThrow(
    "--recipient age1nobody is not an age recipient",
  );
  expect(readdirSync(folder)).not.toContain("unmade.part");
  const file = await write("sealed-again", [recipient]);
  const keys = readFileSync(identity, "utf8");
  for (const [name, words, says] of [
    ["empty", "# nothing\n", "contains no age key"],
    ["damaged", keys.replace(/.{4}\n$/u, "\n"), "holds a damaged key"],
  ] as const) {
    writeFileSync(join(folder, name), words);
    await expect(read(file, join(folder, name))).rejects.toThrow(says);
  }
  await expect(read(file, join(folder, "absent"))).rejects.toThrow("cannot be read (ENOENT)");
});

test("[KEEP-7] a private key given by mistake is refused and not printed", async () => {
  const { recipient, identity } = await makeKey("mine");
  const [, key] = readFileSync(identity, "utf8").split("\n");
  await expect(write("unmade", [String(key)])).rejects.toThrow(
    /^--recipient is a private key: give the public one, its age recipient \(age1\.\.\.\)\.$/u,
  );
  const file = await write("sealed-by-mine", [recipient]);
  await expect(read(file, String(key))).rejects.toThrow(
    /^--identity is the file with the private key, not the key\.$/u,
  );
});

test("[KEEP-7][KEEP-2a] a truncated or changed encrypted backup is refused as damaged", async () => {
  const { recipient, identity } = await makeKey("two");
  const whole = readFileSync(await write("whole", [recipient]));
  const damaged = join(folder, "half");
  for (const length of [30, 150, Math.floor(whole.length / 2), whole.length - 1]) {
    writeFileSync(damaged, whole.subarray(0, length));
    await expect(read(damaged, identity)).rejects.toThrow(`${damaged} is damaged`);
  }
  const changed = Uint8Array.from(whole);
  changed[whole.length - 20] = (changed[whole.length - 20] ?? 0) ^ 1;
  writeFileSync(damaged, changed);
  await expect(read(damaged, identity)).rejects.toThrow(`${damaged} is damaged`);
});
