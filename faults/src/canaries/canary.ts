import { randomBytes } from "node:crypto";
import type { Finding } from "../tabs/finding.ts";

/** A secret or private text, which must not appear in any log. */
export interface Canary {
  readonly what: string;
  readonly text: string;
}

const coreLength = 12;

/** Makes a unique text that repeats its core, so that any fragment can be recognised. */
export function newCanary(what: string): Canary {
  const core = randomBytes(coreLength / 2).toString("hex");
  return { what, text: Array.from({ length: 4 }, () => core).join("-") };
}

/** SEC-12: searches for 12 characters of each canary, in plain text and in base64. */
export function searchLog(log: string, canaries: readonly Canary[]): readonly Finding[] {
  const lines = log.split("\n");
  const found = canaries.flatMap((canary) => {
    const forms = formsOf(canary);
    const line = lines.find((each) => forms.some((form) => each.includes(form)));
    return line === undefined ? [] : [`${canary.what}: ${line.slice(0, 500)}`];
  });
  return [
    {
      what: "secrets and texts that stand in the server's log",
      measured: found.length === 0 ? "none" : found.join("; "),
      bound: `none of ${canaries.length} in ${lines.length} lines`,
      holds: found.length === 0 && canaries.length > 0 && lines.length > 1,
    },
  ];
}

function formsOf({ text }: Canary): readonly string[] {
  const core = text.slice(0, coreLength);
  // The core has twelve characters, so that its base64 does not depend on what follows.
  return [core, text.slice(-coreLength), Buffer.from(core).toString("base64")];
}
