import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import { OpenOfferForm } from "./open-offer-form.tsx";

/** Asks for the number of the offer whose room to open. */
export function OpenOfferDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  return (
    <Dialog title={t("openOffer.title")} closeLabel={t("app.close")} onClose={onClose}>
      <OpenOfferForm onOpened={onClose} />
    </Dialog>
  );
}
