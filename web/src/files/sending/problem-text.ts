import { useLocale, useTranslations } from "use-intl";
import { sizeLabel } from "../../language/file-words.ts";
import { useAppState } from "../../state/app-context.ts";
import type { CallError } from "../../state/entities.ts";
import type { FileProblem } from "../../state/files/attachments-shape.ts";

export function useProblemText(): (problem: FileProblem | null) => string {
  const t = useTranslations("attachments.problems");
  const locale = useLocale();
  const most = useAppState((state) => state.settings?.uploadBytesMax ?? 0);
  return (problem) => (problem === null ? "" : t(problem, { most: sizeLabel(most, locale) }));
}

/** Null if the error concerns more than the file. */
export function problemOfError({ code, details, fieldErrors }: CallError): FileProblem | null {
  if (code === "too_large") return "too-large";
  if (code === "invalid" && fieldErrors["attachment"] !== undefined) return "broken";
  // The page itself raises this error, before any call.
  return code === "invalid" && details === "lost" ? "lost" : null;
}
