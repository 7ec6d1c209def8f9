import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import { OfferPane } from "./offer-pane.tsx";

interface OfferSheetProps {
  readonly offerNumber: number;
  readonly onClose: () => void;
}

/** The offer over the room, where both do not fit. */
export function OfferSheet({ offerNumber, onClose }: OfferSheetProps) {
  const t = useTranslations();
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
