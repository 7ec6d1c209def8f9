/** Something the operator must mend before the server can run; its message is one clear sentence, shown without a stack trace. */
export class StartupProblem extends Error {
  override readonly name = "StartupProblem";
}

/** An error's code (`EACCES`), or its message where it has none. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.message;
}
