import type { LineDecision } from "@cuplaj/protocol/offer.ts";
import { Check, X } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { isOffline } from "../state/selectors.ts";
import { statusAfter } from "../state/offers/decisions.ts";
import { FailedDecision } from "./decide-all.tsx";
import styles from "./offer-change.module.css";
import type { Offer, OfferLine } from "../state/offers/offers-shape.ts";
import { useTooSoon } from "./offer-hooks.ts";

export interface DecisionAreaProps {
  readonly offer: Offer;
  readonly line: OfferLine;
  readonly isRemoved: boolean;
  readonly isOpen: boolean;
}

const decisions: readonly LineDecision[] = ["accept", "decline"];

/** OFF-9: accepts or declines a line of a sent offer. */
export function DecisionArea({ offer, line, isRemoved, isOpen }: DecisionAreaProps) {
  return (
    <>
      {isOpen && (
        <div className={styles["decide"]}>
          {decisions
            .filter((decision) => !isRemoved && statusAfter[decision] !== line.status)
            .map((decision) => (
              <DecisionButton key={decision} offer={offer} line={line} decision={decision} />
            ))}
        </div>
      )}
      <FailedDecision offerNumber={offer.number} lineId={line.id} isOpen={isOpen && !isRemoved} />
    </>
  );
}

interface DecisionButtonProps extends Pick<DecisionAreaProps, "offer" | "line"> {
  readonly decision: LineDecision;
}

function DecisionButton({ offer, line, decision }: DecisionButtonProps) {
  const t = useTranslations("offers.decide");
  const dispatch = useDispatch();
  const isTooSoon = useTooSoon([line]);
  const isAway = useAppState(isOffline);
  const Icon = decision === "accept" ? Check : X;
  return (
    <span data-decision={decision}>
      <Button
        isWide
        aria-label={`${t(decision)} ${line.code}`}
        onClick={({ currentTarget, timeStamp }) => {
          // The button disappears once the line is decided, so the focus moves to the line, which is read aloud.
          if (!isAway) currentTarget.closest("li")?.focus({ preventScroll: true });
          dispatch({
            type: "offers/decision-asked",
            offerNumber: offer.number,
            lineId: line.id,
            decision,
            isTooSoon: isTooSoon(timeStamp),
          });
        }}
      >
        <Icon size={16} aria-hidden="true" />
        {t(decision)}
      </Button>
    </span>
  );
}
