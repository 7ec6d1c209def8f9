import type { LineDecision } from "@cuplaj/protocol/offer.ts";
import { Check, X } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { useErrorText } from "../language/use-error-text.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { isOffline } from "../state/selectors.ts";
import { canDecide } from "./decisions-state.ts";
import { statusAfter } from "./decisions.ts";
import styles from "./offer-change.module.css";
import type { Offer, OfferLine } from "./offers-shape.ts";

interface DecideLineProps {
  readonly offer: Offer;
  /** As it is shown. */
  readonly line: OfferLine;
}

const decisions: readonly LineDecision[] = ["accept", "decline"];

/** Accepts or declines a line, for the offer's customer while it is sent (OFF-9); what failed is told here. */
export function DecideLine({ offer, line }: DecideLineProps) {
  const isOpen = useAppState((state) => canDecide(state, offer));
  return (
    <>
      {isOpen && (
        <div className={styles["decide"]}>
          {decisions
            .filter((decision) => statusAfter[decision] !== line.status)
            .map((decision) => (
              <DecisionButton key={decision} offerNumber={offer.number} line={line} decision={decision} />
            ))}
        </div>
      )}
      <FailedDecision offer={offer} line={line} isOpen={isOpen} />
    </>
  );
}

interface DecisionButtonProps {
  readonly offerNumber: number;
  readonly line: OfferLine;
  readonly decision: LineDecision;
}

function DecisionButton({ offerNumber, line, decision }: DecisionButtonProps) {
  const t = useTranslations("offers.decide");
  const { decideLine } = useCommands();
  const isAway = useAppState(isOffline);
  const Icon = decision === "accept" ? Check : X;
  return (
    <span data-decision={decision}>
      <Button
        isWide
        aria-label={`${t(decision)} ${line.code}`}
        onClick={({ currentTarget }) => {
          // The button goes with the decision: the line has the focus then, and is read as it is now.
          if (!isAway) currentTarget.closest("li")?.focus({ preventScroll: true });
          decideLine(offerNumber, line.id, decision);
        }}
      >
        <Icon size={16} aria-hidden="true" />
        {t(decision)}
      </Button>
    </span>
  );
}

function FailedDecision({ offer, line, isOpen }: DecideLineProps & { readonly isOpen: boolean }) {
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
        : error.code === "offline"
          ? t("offline")
          : t("failed", { reason: errorText(error) })}
    </p>
  );
}
