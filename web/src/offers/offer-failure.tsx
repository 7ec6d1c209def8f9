import { useTranslations } from "use-intl";
import { Blank } from "../design/notice.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { focusWhenGone } from "../platform/input/focus-when-gone.ts";
import type { CallError } from "../state/entities.ts";
import { isGone } from "../state/selectors.ts";
import { useCommands } from "../state/app-context.ts";

/** Why the offer is not there, and the next thing to do. */
export function OfferFailure({ offerNumber, error }: { readonly offerNumber: number; readonly error: CallError }) {
  const t = useTranslations();
  const { showOffer } = useCommands();
  if (isGone(error)) {
    return <Blank title={t("offers.missing")} hint={t("offers.missingHint")} isFailure />;
  }
  return (
    <Blank
      title={t("offers.failed")}
      hint={
        <>
          <ErrorText error={error} /> {t("offers.failedHint")}
        </>
      }
      isFailure
    >
      <WaitButton ref={toPane} error={error} onClick={() => showOffer(offerNumber)} />
    </Blank>
  );
}

/** While it loads. */
const toPane = focusWhenGone((from) => from.closest("dialog")?.querySelector("button") ?? from.closest("section"));
