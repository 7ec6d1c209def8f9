import { existsSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** The processor time of a process and its ended children, s (fields 14 to 17 of proc(5)); 0 if the process is gone. @param {number | "self"} pid */
export function processorSeconds(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const text = readFileSync(file, "utf8");
  // Fields are counted from the end of the process name, which may contain anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}
