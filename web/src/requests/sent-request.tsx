import { useTranslations } from "use-intl";
import { ButtonLink } from "../design/button.tsx";
import { usePageLink } from "../state/navigation/use-page-link.ts";
import type { PendingMessage } from "../state/entities.ts";
import { paths } from "../state/navigation/paths.ts";
import { StepTitle } from "./step-title.tsx";
import { RequestNote, RequestWays } from "./pending-requests.tsx";

/** ASK-8: whoever stays here comes to the room as soon as the request is sent. */
export function SentRequest({ message }: { readonly message: PendingMessage }) {
  const t = useTranslations("requests");
  return (
    <>
      <StepTitle>{t("sentTitle")}</StepTitle>
      <p>{t("sentHint")}</p>
      <RequestNote message={message} />
      <RequestWays message={message} />
      <ButtonLink {...usePageLink(paths.home)}>{t("toList")}</ButtonLink>
    </>
  );
}
