import { Receipt } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { loadPart } from "../platform/load-part.ts";
import { useTranslations } from "use-intl";
import { BarButton } from "../design/bar-button.tsx";

const OpenOfferDialog = lazy(async () => ({
  default: (await loadPart(() => import("./open-offer-dialog.tsx"))).OpenOfferDialog,
}));

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
      {isOpen && (
        <Suspense fallback={null}>
          <OpenOfferDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
