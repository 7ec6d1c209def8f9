import { useTranslations } from "use-intl";
import { ErrorText } from "../design/error-text.tsx";
import { isInDoubt } from "../state/retries/may-pass.ts";
import { useAppState } from "../state/app-context.ts";
import type { CallError } from "../state/entities.ts";
import { isOfLine } from "../state/offers/decisions.ts";
import styles from "./offer-change.module.css";
import type { DecisionKey } from "../state/offers/offers-shape.ts";

/** Why a decision was not taken, told where it was made; `isOpen` says whether it can be made again. */
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
