import type { FaultKind } from "../checker/verdict.ts";

/** A text of the server's sources, and what stands in its place in the mutant. */
export interface Replacement {
  /** Relative to the repository. */
  readonly file: string;
  /** Must stand there exactly once, so that a mutant cannot quietly become the product again. */
  readonly find: string;
  readonly replace: string;
}

/** The server with one mistake that the harness must notice. */
export interface Mutant {
  /** kebab-case */
  readonly name: string;
  readonly about: string;
  readonly replacements: readonly Replacement[];
  /** What the mistake leads to; each of these kinds of fault must be found. */
  readonly leadsTo: readonly FaultKind[];
  /** Under which load it shows. */
  readonly workload: "busy" | "killed" | "files";
}

/** The source with the replacement made. Throws where the text does not stand there exactly once. */
export function mutate(source: string, { file, find, replace }: Replacement): string {
  const parts = source.split(find);
  if (parts.length !== 2) {
    throw new Error(
      `a mutant needs this text exactly once in ${file}, and it stands there ${parts.length - 1} times:\n${find}`,
    );
  }
  return parts.join(replace);
}
