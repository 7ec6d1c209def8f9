import { Check, Copy } from "lucide-react";
import { IconButton } from "../design/button.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import type { OfferTarget } from "../state/offers/offers-shape.ts";
import { useCopyCode } from "./use-copy-code.ts";

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
