import { Check, Copy } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from "react";
import type { Recognised } from "@cuplaj/protocol/recognise.ts";
import { useTranslations } from "use-intl";
import { useCopyCode } from "../design/copy-code.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { hasSelection } from "../platform/input/select-text.ts";
import { lateOrNothing } from "../platform/late-component.ts";
import { isMedia, wideScreen } from "../platform/page/use-media.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { openOfferNumber } from "../state/offers/cached-offers.ts";
import type { OfferTarget } from "../state/offers/offers-shape.ts";
import styles from "./code-chip.module.css";

const CodeMenu = lateOrNothing(async () => (await import("./code-menu.tsx")).CodeMenu);

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

function ShownCode({ code, target, children }: CodeChipProps) {
  const t = useTranslations("offers");
  const offerNumber = useAppState(openOfferNumber);
  const dispatch = useDispatch();
  const show = (): void => {
    if (offerNumber !== null)
      dispatch({ type: "offers/target-asked", offerNumber, target, isWide: isMedia(wideScreen) });
  };
  return (
    <CodeButton className={styles["code"]} aria-label={t(`chip.${target.kind}`, { code })} onPress={show}>
      {children}
    </CodeButton>
  );
}

interface RecognisedCodeProps extends Pick<Recognised, "kind" | "code"> {
  readonly children: ReactNode;
}

/** GAR-6: a code that is not of the open room's offer; it takes no more room than its text. */
export function RecognisedCode({ kind, code, children }: RecognisedCodeProps) {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  return (
    <>
      <CodeButton className={styles["recognised"]} dir="ltr" aria-haspopup="menu" onPress={setOpener}>
        {children}
      </CodeButton>
      {opener && <CodeMenu kind={kind} code={code} opener={opener} onClose={() => setOpener(null)} />}
    </>
  );
}

interface CodeButtonProps extends Omit<ComponentProps<"span">, "onClick" | "onKeyDown"> {
  readonly onPress: (element: HTMLElement) => void;
}

/** A code is not a `button`, since a button's text can neither be selected nor wrap. */
function CodeButton({ onPress, ...native }: CodeButtonProps) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onPress(event.currentTarget);
  }
  return (
    <span
      {...native}
      role="button"
      tabIndex={0}
      onClick={({ currentTarget }) => {
        if (!hasSelection(currentTarget)) onPress(currentTarget);
      }}
      onKeyDown={onKeyDown}
    />
  );
}
