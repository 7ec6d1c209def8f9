import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import { OfferPane } from "./offer-pane.tsx";

export function OfferSheet({ offerNumber, onClose }: { readonly offerNumber: number; readonly onClose: () => void }) {
  const t = useTranslations();
  const title = t("offers.title", { number: String(offerNumber) });
  return (
    <Dialog title={title} closeLabel={t("app.close")} isSheet onClose={onClose}>
      <OfferPane offerNumber={offerNumber} isTitled={false} />
    </Dialog>
  );
}
