import { Check, Copy } from "lucide-react";
import { IconButton } from "../design/button.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import type { OfferTarget } from "../state/offers/offers-shape.ts";
import { useTranslations } from "use-intl";
import { copyText } from "../platform/page/page.ts";
import { useMoment } from "../platform/page/use-moment.ts";
import { useCommands } from "../state/app-context.ts";

/** Copies a code, and shows it where it was pressed: a check for a moment, which screen readers announce (OFF-4). */
export function CopyCode({ code, kind }: { readonly code: string; readonly kind: OfferTarget["kind"] }) {
  const { isCopied, copy, name, tip, announced } = useCopyCode(code, kind);
  return (
    <>
      <IconButton label={name} tip={tip} tipSide="right" isSmall onClick={copy}>
        {isCopied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      </IconButton>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </>
  );
}

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
