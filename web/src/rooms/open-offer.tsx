import { Receipt } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { BarButton } from "../design/bar-button.tsx";
import { OpenOfferDialog } from "./open-offer-dialog.tsx";

/** The way to an offer that is not in the list yet. */
export function OpenOffer() {
  const t = useTranslations("nav");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <BarButton
        label={t("offers")}
        picture={<Receipt size={18} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <OpenOfferDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
