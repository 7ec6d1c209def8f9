import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import { useCommands } from "../state/app-context.ts";
import { OpenOfferForm } from "./open-offer-form.tsx";

/** Asks for the number of the offer whose room to open. */
export function OpenOfferDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const { dropJoin } = useCommands();
  // Closing the question drops the join.
  useEffect(() => dropJoin, [dropJoin]);
  return (
    <Dialog title={t("openOffer.title")} closeLabel={t("app.close")} onClose={onClose}>
      <OpenOfferForm onOpened={onClose} />
    </Dialog>
  );
}
