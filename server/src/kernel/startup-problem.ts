/** A problem that the operator must fix before the server can run; its message is one clear sentence, shown without a stack. */
export class StartupProblem extends Error {
  override readonly name = "StartupProblem";
}

/** Returns an error's code (`EACCES`), or its message if it has none. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.message;
}
