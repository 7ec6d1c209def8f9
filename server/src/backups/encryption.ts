import { open, readFile } from "node:fs/promises";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";

type Chunks = AsyncIterable<Uint8Array>;

/** The first bytes of every age file. */
const ageMark = "age-encryption.org/v1\n";

/** Returns a function that encrypts for these age recipients; without recipients, it changes nothing. */
export async function sealer(recipients: readonly string[]): Promise<(chunks: Chunks) => Chunks> {
  if (recipients.length === 0) return (chunks) => chunks;
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    if (isPrivateKey(recipient))
      throw new StartupProblem("--recipient is a private key: give the public one, its age recipient (age1...).");
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new StartupProblem(`--recipient ${recipient} is not an age recipient (age1...).`);
    }
  }
  return async function* (chunks) {
    yield* await encrypter.encrypt(ReadableStream.from(chunks));
  };
}

/** Returns a function that decrypts the file with the keys in `identity`; for an unencrypted file, it changes nothing. */
export async function opener(file: string, identity: string | null): Promise<(chunks: Chunks) => Chunks> {
  if (!(await isEncrypted(file))) return (chunks) => chunks;
  if (identity === null) throw new StartupProblem(`${file} is encrypted: give --identity and the file with its key.`);
  if (isPrivateKey(identity)) throw new StartupProblem("--identity is the file with the private key, not the key.");
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  for (const key of await readKeys(identity)) {
    try {
      decrypter.addIdentity(key);
    } catch {
      throw new StartupProblem(`${identity} holds a damaged key.`);
    }
  }
  return async function* (chunks) {
    yield* await decrypter.decrypt(ReadableStream.from(chunks)).catch((error: unknown) => {
      if (!String(error).includes("no identity matched")) throw error;
      throw new StartupProblem(`No key in ${identity} opens ${file}.`);
    });
  };
}

/** Such text is never printed. */
const isPrivateKey = (text: string): boolean => /AGE-SECRET-KEY-/iu.test(text);

async function isEncrypted(file: string): Promise<boolean> {
  const source = await open(file);
  try {
    const { buffer, bytesRead } = await source.read(Buffer.alloc(ageMark.length));
    return buffer.toString("latin1", 0, bytesRead) === ageMark;
  } finally {
    await source.close();
  }
}

async function readKeys(identity: string): Promise<readonly string[]> {
  const text = await readFile(identity, "utf8").catch((error: unknown) => {
    throw new StartupProblem(`${identity} cannot be read (${reasonOf(error)}).`);
  });
  const keys = text.split(/\r?\n/u).filter((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (keys.length === 0) throw new StartupProblem(`${identity} contains no age key (a line AGE-SECRET-KEY-...).`);
  return keys;
}
