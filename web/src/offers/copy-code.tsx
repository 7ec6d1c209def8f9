import { Check, Copy } from "lucide-react";
import { IconButton } from "../design/button.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import type { OfferTarget } from "../state/offers/offers-shape.ts";
import { useTranslations } from "use-intl";
import { copyText } from "../platform/page/page.ts";
import { useMoment } from "../platform/page/use-moment.ts";
import { useCommands } from "../state/app-context.ts";

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

/** OFF-4: `isCopied` for a moment, and `announced` to screen readers. */
export function useCopyCode(code: string, kind: OfferTarget["kind"]) {
  const t = useTranslations("offers.copying");
  const { raiseAlert } = useCommands();
  const [isCopied, showCopied] = useMoment(1200);
  async function copy(): Promise<void> {
    if (await copyText(code)) showCopied();
    else raiseAlert("danger", { kind: "text", text: t(`failed.${kind}`) });
  }
  return {
    isCopied,
    copy,
    name: t(`name.${kind}`, { code }),
    tip: t(`tip.${kind}`),
    announced: isCopied && t(`done.${kind}`, { code }),
  };
}
