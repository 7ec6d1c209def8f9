import { amendmentKey } from "../state/messages/amendments.ts";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { isInDoubt } from "../state/retries/may-pass.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { isOffline } from "../state/selectors.ts";
import type { CallError, Message } from "../state/entities.ts";
import styles from "./amendment-failure.module.css";
import type { Amendment } from "../state/messages/edits-shape.ts";

/** Explains why an edit or deletion failed, shows its text and offers choices (EDIT-3, DEL-4). */
export function AmendmentFailure({ message, amendment }: { readonly message: Message; readonly amendment: Amendment }) {
  const t = useTranslations("edits");
  const isAway = useAppState(isOffline);
  const dispatch = useDispatch();
  const { kind, text, error } = amendment;
  const key = amendmentKey(amendment.roomId, amendment.messageId);
  const canRetry = !message.isDeleted && !isAway && !isFinal(error);
  return (
    <div className={styles["failure"]} role="alert">
      <p>
        <strong>{t(headingOf(amendment))}</strong>{" "}
        {kind === "edit" && (
          <q>
            <bdi>{text}</bdi>
          </q>
        )}{" "}
        {error && <Reason error={error} isAway={isAway} />}
      </p>
      <p className={styles["ways"]}>
        {canRetry && (
          <WaitButton look="link" error={error} onClick={() => dispatch({ type: "edits/again-asked", key })}>
            {t("retry")}
          </WaitButton>
        )}
        {kind === "edit" && (
          <Button look="link" onClick={() => dispatch({ type: "edits/reopened", key })}>
            {t(message.isDeleted ? "toDraft" : "reopen")}
          </Button>
        )}
        <Button look="link" onClick={() => dispatch({ type: "edits/dropped", key })}>
          {t("drop")}
        </Button>
      </p>
    </div>
  );
}

function headingOf({ kind, error }: Amendment): `${"not" | "maybeNot"}${"Saved" | "Deleted"}` {
  const deed = kind === "edit" ? "Saved" : "Deleted";
  return error !== null && isInDoubt(error) ? `maybeNot${deed}` : `not${deed}`;
}

const isFinal = (error: CallError | null): boolean =>
  error !== null && ["forbidden", "conflict", "invalid", "malformed"].includes(error.code);

const ownWords: {
  readonly [Code in CallError["code"]]?: "conflict" | "forbidden" | "gone" | "wasOffline" | "noAnswer" | "invalid";
} = {
  conflict: "conflict",
  forbidden: "forbidden",
  not_found: "gone",
  offline: "wasOffline",
  timeout: "noAnswer",
  invalid: "invalid",
  malformed: "invalid",
};

function Reason({ error, isAway }: { readonly error: CallError; readonly isAway: boolean }) {
  const t = useTranslations("edits");
  const key = error.code === "offline" && isAway ? "offline" : ownWords[error.code];
  return key === undefined ? <ErrorText error={error} /> : t(`refused.${key}`);
}
