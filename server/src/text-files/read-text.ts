import { createReadStream } from "node:fs";

/**
 * The text of a file, chunk by chunk, with its lines ended by `\n` alone: UTF-8, and where it is not that, windows-1250, in which
 * Excel saves Romanian. Rejects where the file cannot be read.
 */
export async function* readText(path: string): AsyncIterable<string> {
  const isUtf8 = await holdsUtf8(path);
  let isAfterReturn = false;
  for await (const decoded of decode(path, new TextDecoder(isUtf8 ? "utf-8" : "windows-1250"))) {
    // A line may end where a chunk does.
    const chunk: string = isAfterReturn ? `\r${decoded}` : decoded;
    isAfterReturn = chunk.endsWith("\r");
    const lines = (isAfterReturn ? chunk.slice(0, -1) : chunk).replaceAll(/\r\n?/gu, "\n");
    yield isUtf8 ? lines : withCommas(lines);
  }
  if (isAfterReturn) yield "\n";
}

async function holdsUtf8(path: string): Promise<boolean> {
  try {
    for await (const text of decode(path, new TextDecoder("utf-8", { fatal: true }))) void text;
    return true;
  } catch (error) {
    if (error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      return false;
    throw error;
  }
}

async function* decode(path: string, decoder: InstanceType<typeof TextDecoder>): AsyncIterable<string> {
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    yield decoder.decode(bytes as Buffer, { stream: true });
  }
  yield decoder.decode();
}

/** The code page knows ș and ț with a cedilla alone. */
const commaOf: Readonly<Record<string, string>> = { ş: "ș", ţ: "ț", Ş: "Ș", Ţ: "Ț" };
const withCommas = (text: string): string => text.replaceAll(/[şţŞŢ]/gu, (letter) => commaOf[letter] ?? letter);
