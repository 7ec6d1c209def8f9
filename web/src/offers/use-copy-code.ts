import { useTranslations } from "use-intl";
import { copyText } from "../platform/page/page.ts";
import { useMoment } from "../platform/page/use-moment.ts";
import { useCommands } from "../state/app-context.ts";
import type { OfferTarget } from "../state/offers/offers-shape.ts";

/** How long a copied code shows a check, ms. */
const copiedMs = 1200;

/** OFF-4: copies a code; `isCopied` is true for the moment in which that is shown where it was pressed. */
export function useCopyCode(code: string, kind: OfferTarget["kind"]) {
  const t = useTranslations("offers.copying");
  const { raiseAlert } = useCommands();
  const [isCopied, showCopied] = useMoment(copiedMs);
  async function copy(): Promise<void> {
    if (await copyText(code)) showCopied();
    else raiseAlert("danger", { kind: "text", text: t(`failed.${kind}`) });
  }
  return {
    isCopied,
    copy,
    name: t(`name.${kind}`, { code }),
    tip: t(`tip.${kind}`),
    /** For screen readers, while it is shown. */
    announced: isCopied && t(`done.${kind}`, { code }),
  };
}
