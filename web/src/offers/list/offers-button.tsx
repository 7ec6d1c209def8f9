import { Receipt } from "lucide-react";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { BarButton } from "../../design/button.tsx";
import { lateComponent } from "../../platform/late-component.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";

const OffersDialog = lateComponent(async () => (await import("./offers-dialog.tsx")).OffersDialog);

export function OffersButton() {
  const t = useTranslations("nav");
  const isOpen = useAppState(({ offerList }) => offerList !== null);
  const dispatch = useDispatch();
  return (
    <>
      <BarButton
        label={t("offers")}
        picture={<Receipt size={18} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => dispatch({ type: "offer-list/opened" })}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <OffersDialog />
        </Suspense>
      )}
    </>
  );
}
