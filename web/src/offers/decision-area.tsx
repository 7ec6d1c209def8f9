import type { LineDecision } from "@cuplaj/protocol/offer.ts";
import { Check, X } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { useErrorText } from "../language/use-error-text.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { isOffline } from "../state/selectors.ts";
import { statusAfter } from "./decisions.ts";
import styles from "./offer-change.module.css";
import type { Offer, OfferLine } from "./offers-shape.ts";

export interface DecisionAreaProps {
  readonly offer: Offer;
  /** As it is shown. */
  readonly line: OfferLine;
  /** The offer has it no longer. */
  readonly isRemoved: boolean;
  /** Whether the person may decide now. */
  readonly isOpen: boolean;
}

const decisions: readonly LineDecision[] = ["accept", "decline"];

/** Accepts or declines a line, for the offer's customer while it is sent (OFF-9); what failed is told here. */
export function DecisionArea({ offer, line, isRemoved, isOpen }: DecisionAreaProps) {
  return (
    <>
      {isOpen && (
        <div className={styles["decide"]}>
          {decisions
            .filter((decision) => !isRemoved && statusAfter[decision] !== line.status)
            .map((decision) => (
              <DecisionButton key={decision} offerNumber={offer.number} line={line} decision={decision} />
            ))}
        </div>
      )}
      <FailedDecision offer={offer} line={line} isOpen={isOpen && !isRemoved} />
    </>
  );
}

/** A press so soon after a change was made of what stood there before (OFF-9d), ms. */
const tooSoonMs = 1000;

/** Whether a press at a time of the page comes too soon after the line has changed on screen; what is decided is no change. */
function useTooSoon({ status: _decided, ...values }: OfferLine): (pressedAt: number) => boolean {
  const now = JSON.stringify(values);
  const known = useRef(now);
  const since = useRef(-tooSoonMs);
  useLayoutEffect(() => {
    if (known.current !== now) since.current = performance.now();
    known.current = now;
  }, [now]);
  return (pressedAt) => pressedAt - since.current < tooSoonMs;
}

interface DecisionButtonProps {
  readonly offerNumber: number;
  readonly line: OfferLine;
  readonly decision: LineDecision;
}

function DecisionButton({ offerNumber, line, decision }: DecisionButtonProps) {
  const t = useTranslations("offers.decide");
  const { decideLine } = useCommands();
  const isTooSoon = useTooSoon(line);
  const isAway = useAppState(isOffline);
  const Icon = decision === "accept" ? Check : X;
  return (
    <span data-decision={decision}>
      <Button
        isWide
        aria-label={`${t(decision)} ${line.code}`}
        onClick={({ currentTarget, timeStamp }) => {
          // The button goes with the decision: the line has the focus then, and is read as it is now.
          if (!isAway) currentTarget.closest("li")?.focus({ preventScroll: true });
          decideLine(offerNumber, line.id, decision, isTooSoon(timeStamp));
        }}
      >
        <Icon size={16} aria-hidden="true" />
        {t(decision)}
      </Button>
    </span>
  );
}

function FailedDecision({ offer, line, isOpen }: Omit<DecisionAreaProps, "isRemoved">) {
  const t = useTranslations("offers.decide");
  const errorText = useErrorText();
  const error = useAppState(
    (state) =>
      state.decisions.find(
        ({ phase, offerNumber, lineId }) => phase === "failed" && offerNumber === offer.number && lineId === line.id,
      )?.error ?? null,
  );
  if (error === null) return null;
  const isChanged = error.code === "version_conflict";
  return (
    <p role="alert" className={styles["failed"]} data-tone={isChanged ? "waiting" : "failure"}>
      {isChanged && isOpen
        ? t("changed")
        : error.code === "offline" || error.code === "conflict"
          ? t(error.code)
          : t("failed", { reason: errorText(error) })}
    </p>
  );
}
