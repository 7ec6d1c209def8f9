import { isMedia, wideScreen } from "../platform/page/use-media.ts";
import { Check, Copy } from "lucide-react";
import { IconButton } from "../design/button.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import type { OfferTarget } from "../state/offers/offers-shape.ts";
import { useTranslations } from "use-intl";
import { copyText } from "../platform/page/page.ts";
import { useMoment } from "../platform/page/use-moment.ts";
import { useDispatch, useAppState } from "../state/app-context.ts";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { hasSelection } from "../platform/input/select-text.ts";
import styles from "./code-chip.module.css";
import { openOfferNumber } from "../state/offers/cached-offers.ts";

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
function useCopyCode(code: string, kind: OfferTarget["kind"]) {
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

interface CodeChipProps {
  readonly code: string;
  readonly target: OfferTarget;
  readonly children: ReactNode;
}

/** OFF-5: a code that leads to its line in the open room's offer and can be copied. */
export function CodeChip({ code, target, children }: CodeChipProps) {
  const { isCopied, copy, name, announced } = useCopyCode(code, target.kind);
  return (
    <span className={styles["chip"]} dir="ltr">
      <ShownCode code={code} target={target}>
        {children}
      </ShownCode>
      <button type="button" className={styles["copy"]} aria-label={name} onClick={copy}>
        {isCopied ? <Check size={13} aria-hidden="true" /> : <Copy size={13} aria-hidden="true" />}
      </button>
      <span className={styles["announced"]}>
        <VisuallyHidden role="status">{announced}</VisuallyHidden>
      </span>
    </span>
  );
}

/** A code is not a `button`, since a button's text can neither be selected nor wrap. */
function ShownCode({ code, target, children }: CodeChipProps) {
  const t = useTranslations("offers");
  const offerNumber = useAppState(openOfferNumber);
  const dispatch = useDispatch();
  const show = (): void => {
    if (offerNumber !== null)
      dispatch({ type: "offers/target-asked", offerNumber, target, isWide: isMedia(wideScreen) });
  };
  function onClick({ currentTarget }: MouseEvent): void {
    if (!hasSelection(currentTarget)) show();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    show();
  }
  return (
    <span
      role="button"
      tabIndex={0}
      className={styles["code"]}
      aria-label={t(`chip.${target.kind}`, { code })}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {children}
    </span>
  );
}
