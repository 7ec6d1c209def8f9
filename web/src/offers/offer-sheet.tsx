import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import { useBackToClose } from "../platform/use-back-to-close.ts";
import { useAppState } from "../state/app-context.ts";
import { OfferPane } from "./offer-pane.tsx";

interface OfferSheetProps {
  readonly offerNumber: number;
  readonly onClose: () => void;
}

/** The offer over the room, where both do not fit. */
export function OfferSheet({ offerNumber, onClose }: OfferSheetProps) {
  const t = useTranslations();
  // FIND-4p: back from what a search opened with its room leads to where that was.
  const isArrival = useAppState(({ foundLine }) => foundLine?.isArrival === true);
  useBackToClose(isArrival ? null : onClose);
  return (
    <Dialog
      title={t("offers.title", { number: String(offerNumber) })}
      closeLabel={t("app.close")}
      isSheet
      onClose={onClose}
    >
      <OfferPane offerNumber={offerNumber} isTitled={false} />
    </Dialog>
  );
}
