import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { Refusal } from "./command.ts";

/** Reads a line with echo; throws a `Refusal` on Ctrl+C or end of input. */
export async function askLine(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  question: string,
): Promise<string> {
  const terminal = createInterface({ input, output });
  const closed = once(terminal, "close").then(() => null);
  const line = await Promise.race([terminal.question(question).catch(() => null), closed]);
  terminal.close();
  if (line !== null) return line;
  output.write("\n");
  throw new Refusal("Nothing was changed.");
}
