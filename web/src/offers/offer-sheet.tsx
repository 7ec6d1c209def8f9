import type { ComponentProps } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import { OfferPane } from "./offer-pane.tsx";

interface OfferSheetProps extends Omit<ComponentProps<typeof OfferPane>, "isTitled"> {
  readonly onClose: () => void;
}

export function OfferSheet({ onClose, ...pane }: OfferSheetProps) {
  const t = useTranslations();
  const title = t("offers.title", { number: String(pane.offerNumber) });
  return (
    <Dialog title={title} closeLabel={t("app.close")} isSheet onClose={onClose}>
      <OfferPane {...pane} isTitled={false} />
    </Dialog>
  );
}
