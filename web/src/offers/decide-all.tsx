import { CheckCheck } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { focusWhenGone } from "../platform/input/focus.ts";
import { useOncePressed } from "../platform/input/use-once-pressed.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { isOffersCustomer } from "../state/offers/cached-offers.ts";
import { openLines, isOfLine } from "../state/offers/decisions.ts";
import styles from "./offer-change.module.css";
import type { Offer, DecisionKey } from "../state/offers/offers-shape.ts";
import { useCanDecide, useTooSoon } from "./offer-hooks.ts";
import { ErrorText } from "../design/error-text.tsx";
import { isInDoubt } from "../state/retries/may-pass.ts";
import type { CallError } from "../state/entities.ts";

interface DecideAllProps {
  readonly offer: Offer;
  readonly shown: Offer;
  readonly isOpen: boolean;
}

/** OFF-9i: keeps its position until the decision is sent, so that a second press never hits a line's button. */
export function DecideAll({ offer, shown, isOpen }: DecideAllProps) {
  const t = useTranslations("offers.decide");
  const dispatch = useDispatch();
  const count = openLines(offer).length;
  const isTooSoon = useTooSoon(offer.lines);
  return (
    <div className={styles["all"]}>
      <FailedDecision offerNumber={offer.number} lineId={null} isOpen={isOpen} />
      {isOpen && count > 1 && (
        <Button
          ref={toLines}
          isWide
          isBusy={openLines(shown).length < 2}
          onClick={({ timeStamp }) =>
            dispatch({
              type: "offers/decision-asked",
              offerNumber: offer.number,
              lineId: null,
              decision: "accept",
              isTooSoon: isTooSoon(timeStamp),
            })
          }
        >
          <CheckCheck size={16} aria-hidden="true" />
          {t("all", { count: String(count) })}
        </Button>
      )}
    </div>
  );
}

const toLines = focusWhenGone((from) => from.closest("[data-titled]")?.querySelector("li"));

/** OFF-9j: whether the lines show their buttons; staff have to ask for them first. */
export function useDeciding(offer: Offer) {
  const canDecide = useCanDecide(offer);
  const [isAsked, setAsked] = useState(false);
  const isCustomer = useAppState((state) => isOffersCustomer(state, offer));
  return {
    isOpen: canDecide && (isCustomer || isAsked),
    ask: canDecide && !isCustomer && <AskToDecide isAsked={isAsked} onAsk={() => setAsked(!isAsked)} />,
  };
}

/** OFF-9j: the foot grows upwards, so that a second press hits nothing new. */
function AskToDecide({ isAsked, onAsk }: { readonly isAsked: boolean; readonly onAsk: () => void }) {
  const t = useTranslations("offers.decide");
  const once = useOncePressed();
  return (
    <div className={styles["all"]}>
      <Button ref={toLines} isWide aria-pressed={isAsked} onClick={once(onAsk)}>
        {t("forCustomer")}
      </Button>
    </div>
  );
}

/** A failed decision, shown where it was made; `isOpen` is true if it can be made again. */
export function FailedDecision({ isOpen, ...key }: DecisionKey & { readonly isOpen: boolean }) {
  const t = useTranslations();
  const error = useAppState(
    ({ decisions }) => decisions.find((each) => each.phase === "failed" && isOfLine(each, key))?.error ?? null,
  );
  if (error === null) return null;
  const isChanged = error.code === "version_conflict";
  const words = isChanged && isOpen ? "offers.decide.changed" : wordsOf(error);
  return (
    <p role="alert" className={styles["failed"]} data-tone={isChanged ? "waiting" : "failure"}>
      {t(words)}
      {words === "offers.decide.failed" && (
        <>
          {" "}
          <ErrorText error={error} />
        </>
      )}
    </p>
  );
}

function wordsOf(error: CallError): "actions.refused.noAnswer" | `offers.decide.${"offline" | "conflict" | "failed"}` {
  if (isInDoubt(error)) return "actions.refused.noAnswer";
  return `offers.decide.${error.code === "offline" || error.code === "conflict" ? error.code : "failed"}`;
}
