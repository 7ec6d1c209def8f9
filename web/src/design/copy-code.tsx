import { Check, Copy } from "lucide-react";
import { useTranslations } from "use-intl";
import { copyText } from "../platform/page/page.ts";
import { useMoment } from "../platform/page/use-moment.ts";
import { useDispatch } from "../state/app-context.ts";
import type { OfferTarget } from "../state/offers/offers-shape.ts";
import { IconButton } from "./button.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

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

/** OFF-4: `isCopied` is true for a moment, and `announced` is the text for screen readers. */
export function useCopyCode(code: string, kind: OfferTarget["kind"]) {
  const t = useTranslations("offers.copying");
  const dispatch = useDispatch();
  const [isCopied, showCopied] = useMoment(1200);
  async function copy(): Promise<void> {
    if (await copyText(code)) showCopied();
    else dispatch({ type: "alerts/raised", alertType: "danger", text: { kind: "text", text: t(`failed.${kind}`) } });
  }
  return {
    isCopied,
    copy,
    name: t(`name.${kind}`, { code }),
    tip: t(`tip.${kind}`),
    announced: isCopied && t(`done.${kind}`, { code }),
  };
}
