import type { FaultKind } from "../checker/verdict.ts";

export interface Replacement {
  readonly file: string;
  /** A text that must occur exactly once; otherwise a mutant might silently be the unchanged product. */
  readonly find: string;
  readonly replace: string;
}

export interface Mutant {
  readonly name: string;
  readonly about: string;
  readonly replacements: readonly Replacement[];
  /** The kinds of faults to find. All of them must be found. */
  readonly leadsTo: readonly FaultKind[];
  readonly workload: "busy" | "killed" | "files";
}

/** Applies the replacement; throws unless the text occurs exactly once. */
export function mutate(source: string, { file, find, replace }: Replacement): string {
  const parts = source.split(find);
  if (parts.length !== 2) {
    throw new Error(
      `a mutant needs this text exactly once in ${file}, and it stands there ${parts.length - 1} times:\n${find}`,
    );
  }
  return parts.join(replace);
}
