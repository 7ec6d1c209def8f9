import { Check, CheckCheck, Clock } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { useErrorText } from "../language/use-error-text.ts";
import type { PendingMessage } from "../state/entities.ts";
import { isReadByOthers } from "../state/selectors.ts";
import { useChat, useCommands } from "../state/use-chat.ts";
import type { Line } from "./line.ts";
import styles from "./message-row.module.css";

/** How far an own message has come: on its way, stored, read by somebody. A failure says so below the bubble. */
export function MessageState({ line: { stored, pending } }: { readonly line: Line }) {
  const t = useTranslations("messages");
  const isRead = useChat((state) => stored !== null && isReadByOthers(state, stored));
  if (pending?.status === "failed") return null;
  const word = stored === null ? (pending?.status ?? "sending") : isRead ? "read" : "sent";
  const Sign = stored === null ? Clock : isRead ? CheckCheck : Check;
  return (
    <span className={isRead ? styles["read"] : undefined} title={t(word)}>
      <Sign size={14} aria-hidden="true" />
      <VisuallyHidden>{t(word)}</VisuallyHidden>
    </span>
  );
}

/** Why a message did not leave, and the two ways on. Its words stay until one is chosen. */
export function SendFailure({ pending }: { readonly pending: PendingMessage }) {
  const t = useTranslations("messages");
  const errorText = useErrorText();
  const { retryMessage, deleteFailedMessage } = useCommands();
  const { roomId, clientId, error } = pending;
  return (
    <div className={styles["failure"]} role="alert">
      <span>
        <strong>{t("failedToSend")}.</strong> {error !== null && errorText(error)}
      </span>
      <Button look="link" onClick={() => retryMessage(roomId, clientId)}>
        {t("retry")}
      </Button>
      <Button look="link" onClick={() => deleteFailedMessage(roomId, clientId)}>
        {t("discard")}
      </Button>
    </div>
  );
}
