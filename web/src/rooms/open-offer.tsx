import { Receipt } from "lucide-react";
import { Suspense, useState } from "react";
import { lateComponent } from "../platform/late-component.ts";
import { useTranslations } from "use-intl";
import { BarButton } from "../design/bar-button.tsx";

const OpenOfferDialog = lateComponent(async () => (await import("./open-offer-dialog.tsx")).OpenOfferDialog);

/** The button for an offer not yet in the list. */
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
      {isOpen && (
        <Suspense fallback={null}>
          <OpenOfferDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
