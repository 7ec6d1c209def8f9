import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { UnreadableFile } from "./unreadable-file.ts";

/**
 * Streams a file's text with `\n` line ends. It may be UTF-16 with a byte order mark, UTF-8, or otherwise windows-1250, Excel's Romanian encoding.
 * Rejects unreadable files and broken UTF-16.
 */
export async function* readText(path: string): AsyncIterable<string> {
  const encoding = await encodingOf(path);
  let isAfterReturn = false;
  let line = 1;
  for await (const decoded of decode(path, new TextDecoder(encoding))) {
    // A line end may be split between two chunks.
    const chunk: string = isAfterReturn ? `\r${decoded}` : decoded;
    isAfterReturn = chunk.endsWith("\r");
    const lines = (isAfterReturn ? chunk.slice(0, -1) : chunk).replaceAll(/\r\n?/gu, "\n");
    if (encoding.startsWith("utf-16")) {
      refuseHalves(lines, line);
      line += newlinesIn(lines);
    }
    yield encoding === "windows-1250" ? withCommas(lines) : lines;
  }
  if (isAfterReturn) yield "\n";
}

/** ERP-2h: refuses text with U+FFFD, to which a lone surrogate decodes: a character has been lost. */
function refuseHalves(text: string, line: number): void {
  const at = text.indexOf("\ufffd");
  if (at >= 0) throw new UnreadableFile(line + newlinesIn(text.slice(0, at)), "has a character that cannot be read");
}

const newlinesIn = (text: string): number => text.split("\n").length - 1;

async function encodingOf(path: string): Promise<string> {
  const marked = utf16ByMark.get(await readMark(path));
  if (marked !== undefined) return marked;
  try {
    for await (const text of decode(path, new TextDecoder("utf-8", { fatal: true }))) void text;
    return "utf-8";
  } catch (error) {
    if (error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      return "windows-1250";
    throw error;
  }
}

const utf16ByMark = new Map([
  [0xfffe, "utf-16le"],
  [0xfeff, "utf-16be"],
]);

async function readMark(path: string): Promise<number> {
  const file = await open(path);
  try {
    return (await file.read(Buffer.alloc(2), 0, 2, 0)).buffer.readUInt16BE();
  } finally {
    await file.close();
  }
}

async function* decode(path: string, decoder: InstanceType<typeof TextDecoder>): AsyncIterable<string> {
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    yield decoder.decode(bytes as Buffer, { stream: true });
  }
  yield decoder.decode();
}

/** The code page has ș and ț only with a cedilla. */
const commaOf: Readonly<Record<string, string>> = { ş: "ș", ţ: "ț", Ş: "Ș", Ţ: "Ț" };
const withCommas = (text: string): string => text.replaceAll(/[şţŞŢ]/gu, (letter) => commaOf[letter] ?? letter);
