import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { MouseEvent, ReactNode } from "react";
import { useTranslations } from "use-intl";
import { problemOfError, useProblemText } from "../files/sending/problem-text.ts";
import { Button } from "../design/button.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { touchDevice, useMedia } from "../platform/page/use-media.ts";
import type { CallError, PendingMessage } from "../state/entities.ts";
import { isGone, isVisitorIn, me } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./row-parts.module.css";

/** Explains why a message failed, and offers choices; the text stays until one is made. A visitor can only delete it (VISIT-1, VISIT-2). */
export function SendFailure({ pending }: { readonly pending: PendingMessage }) {
  const t = useTranslations("messages");
  const reason = useReason(pending);
  const isTouch = useMedia(touchDevice);
  const isVisitor = useAppState((state) => isVisitorIn(state, pending.roomId));
  const dispatch = useDispatch();
  const { roomId, clientId, error, file } = pending;
  const isOfFile = file !== undefined && error !== null && problemOfError(error) !== null;
  /** The button disappears with the failure, so the focus moves to the composer, unless that would open a phone's keyboard. */
  const act =
    (type: "outbox/retry-asked" | "outbox/edit-asked" | "outbox/pending-deleted", isToWrite: boolean) =>
    (event: MouseEvent<HTMLElement>) => {
      if (isToWrite || !isTouch) event.currentTarget.closest("section")?.querySelector("textarea")?.focus();
      dispatch({ type, roomId, clientId });
    };
  return (
    <div className={styles["failure"]} role="alert">
      <span>
        <strong>{t("failedToSend")}.</strong> {error !== null && reason(error)}
      </span>
      <span className={styles["ways"]}>
        {!isVisitor && !isOfFile && (
          <WaitButton look="link" error={error} onClick={act("outbox/retry-asked", false)}>
            {t("retry")}
          </WaitButton>
        )}
        {!isVisitor && !file && (
          <Button look="link" onClick={act("outbox/edit-asked", true)}>
            {t("edit")}
          </Button>
        )}
        <Button look="link" onClick={act("outbox/pending-deleted", false)}>
          {t("discard")}
        </Button>
      </span>
    </div>
  );
}

function useReason({ roomId, file }: PendingMessage): (error: CallError) => ReactNode {
  const t = useTranslations("messages");
  const problemText = useProblemText();
  const mayNow = useAppState(
    (state) => state.rooms.byId[roomId]?.isMember === true && hasPermission(me(state)?.roles, "messages.publish"),
  );
  return (error) => {
    if (isGone(error)) return t(mayNow ? "wasOut" : "noAccess");
    const isOfText = error.code === "invalid" || error.code === "malformed";
    return (file ? problemText(problemOfError(error)) : isOfText && t("notAccepted")) || <ErrorText error={error} />;
  };
}
