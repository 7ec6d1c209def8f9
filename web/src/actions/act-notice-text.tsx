import { useTranslations } from "use-intl";
import { ErrorText, Wait } from "../design/error-text.tsx";
import type { CallError } from "../state/entities.ts";
import type { ActNotice } from "../state/messages/actions-shape.ts";

export function ActNoticeText({ said }: Pick<ActNotice, "said">) {
  const t = useTranslations("actions");
  if (said.kind !== "refused") return t(said.kind === "copied" ? "copied" : "notCopied");
  const { error, holder } = said;
  const { code, retryAfterSeconds } = error;
  if (code === "already_taken_over" && holder !== null) return t("refused.faster", { name: holder });
  if (code === "too_many_requests" && retryAfterSeconds !== null)
    return <Wait error={error}>{(seconds) => t("refused.wait", { seconds })}</Wait>;
  const key = ownWords[code];
  return key === undefined ? <ErrorText error={error} /> : t(`refused.${key}`);
}

const ownWords: { readonly [Code in CallError["code"]]?: "forbidden" | "gone" | "offline" | "noAnswer" } = {
  forbidden: "forbidden",
  not_found: "gone",
  offline: "offline",
  timeout: "noAnswer",
};
