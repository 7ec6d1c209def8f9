import type { ReadStream } from "node:tty";
import { Refusal } from "./command.ts";

/** Reads a line without echo; throws a `Refusal` on Ctrl+C or end of input. */
export async function askPassword(input: ReadStream, write: (text: string) => void, question: string): Promise<string> {
  write(question);
  input.setRawMode(true);
  input.setEncoding("utf8");
  input.resume();
  try {
    return await readHiddenLine(input);
  } finally {
    input.setRawMode(false);
    input.pause();
    write("\n");
  }
}

async function readHiddenLine(input: ReadStream): Promise<string> {
  let line = "";
  return await new Promise((resolve, reject) => {
    const read = (text: string): void => {
      for (const key of text) {
        if (key === "\r" || key === "\n") return settle(() => resolve(line));
        if (key === "\u0003" || key === "\u0004") return settle(() => reject(new Refusal("interrupted")));
        if (key === "\u007F" || key === "\b") line = Array.from(line).slice(0, -1).join("");
        else line += key;
      }
    };
    const end = (): void => settle(() => reject(new Refusal("the terminal was closed")));
    const settle = (finish: () => void): void => {
      input.off("data", read);
      input.off("end", end);
      finish();
    };
    input.on("data", read);
    input.once("end", end);
  });
}
