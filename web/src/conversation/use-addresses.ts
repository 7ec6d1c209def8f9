import { useEffect, useState } from "react";
import { lateCode } from "../platform/late-component.ts";
import { warn } from "../platform/log.ts";
import type { FindAddresses } from "./text-parts.ts";

const load = lateCode(async () => (await import("./find-addresses.ts")).findAddresses);
let loaded: FindAddresses | null = null;
const findNone: FindAddresses = () => [];
/** Every address has one of these within it; most messages have none, and a room of them does without the code. */
const withinAddress = /[.:]\S/u;

/** What finds the addresses in a text: nothing where there can be none, or until its code has come (PERF-1). */
export function useAddresses(text: string): FindAddresses {
  const [, redraw] = useState(loaded !== null);
  const isNeeded = withinAddress.test(text);
  useEffect(() => {
    if (!isNeeded || loaded !== null) return;
    load().then(
      (code) => {
        loaded = code;
        redraw(true);
      },
      (error: unknown) => warn("Links could not be loaded.", error),
    );
  }, [isNeeded]);
  return (isNeeded && loaded) || findNone;
}
