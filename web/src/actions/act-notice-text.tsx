import { useTranslations } from "use-intl";
import { useErrorText } from "../language/use-error-text.ts";
import type { ActNotice } from "./actions-shape.ts";

/** Why an act was taken back, or that text was copied, in words. */
export function ActNoticeText({ said }: Pick<ActNotice, "said">) {
  const t = useTranslations("actions");
  const errorText = useErrorText();
  if (said.kind !== "refused") return t(said.kind === "copied" ? "copied" : "notCopied");
  const { error, holder } = said;
  switch (error.code) {
    case "already_taken_over":
      return holder === null ? errorText(error) : t("refused.faster", { name: holder });
    case "forbidden":
      return t("refused.forbidden");
    case "not_found":
      return t("refused.gone");
    case "offline":
      return t("refused.offline");
    case "timeout":
      return t("refused.noAnswer");
    case "too_many_requests":
      return t("refused.wait", { seconds: error.retryAfterSeconds ?? 1 });
    default:
      return errorText(error);
  }
}
