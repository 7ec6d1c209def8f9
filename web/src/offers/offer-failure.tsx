import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Blank } from "../design/notice.tsx";
import { useErrorText } from "../language/use-error-text.ts";
import type { CallError } from "../state/entities.ts";
import { focusWhenGone } from "../platform/focus-when-gone.ts";
import { isGone } from "../state/selectors.ts";
import { useCommands } from "../state/app-context.ts";

/** Why the offer is not there, and the next thing to do. */
export function OfferFailure({ offerNumber, error }: { readonly offerNumber: number; readonly error: CallError }) {
  const t = useTranslations();
  const errorText = useErrorText();
  const { showOffer } = useCommands();
  if (isGone(error)) {
    return <Blank title={t("offers.missing")} hint={t("offers.missingHint")} isFailure />;
  }
  return (
    <Blank title={t("offers.failed")} hint={`${errorText(error)} ${t("offers.failedHint")}`} isFailure>
      <Button ref={toPane} onClick={() => showOffer(offerNumber)}>
        {t("app.retry")}
      </Button>
    </Blank>
  );
}

/** While it loads. */
const toPane = focusWhenGone((from) => from.closest("dialog")?.querySelector("button") ?? from.closest("section"));
