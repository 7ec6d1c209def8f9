import { existsSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** Processor seconds of a process and its ended children (fields 14 to 17 of proc(5)); 0 without one. @param {number | "self"} pid */
export function processorSeconds(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const text = readFileSync(file, "utf8");
  // The name before them may contain anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}
