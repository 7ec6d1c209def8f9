import { Clock, CloudOff, TriangleAlert } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { useHasNetwork } from "../platform/page/use-media.ts";
import { newRoomId, type PendingMessage } from "../state/entities.ts";
import { excerptOf } from "../state/letters.ts";
import { pendingOf } from "../state/messages/pending-messages.ts";
import { stageOf } from "../state/messages/sending-stage.ts";
import { paths } from "../state/navigation/paths.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./new-request.module.css";

interface PendingProps {
  readonly message: PendingMessage;
}

/** ASK-7: the requests that have not been sent, above the rooms. */
export function PendingRequests() {
  const t = useTranslations("requests");
  const pending = useAppState((state) => pendingOf(state, newRoomId));
  return (
    <ul className={styles["list"]} aria-label={t("pending")}>
      {pending.map((message) => (
        <li key={message.clientId}>
          <strong dir="auto">{excerptOf(subjectOf(message), subjectMax) || t("photosOnly")}</strong>
          <RequestNote message={message} />
          <RequestWays message={message} />
        </li>
      ))}
    </ul>
  );
}

const subjectMax = 80;

const subjectOf = ({ text, request }: PendingMessage): string => request?.items[0]?.text ?? text;

const signs = { sending: Clock, queued: Clock, waiting: CloudOff, failed: TriangleAlert } as const;

/** How far the request is, and why it waits or has failed. */
export function RequestNote({ message }: PendingProps) {
  const t = useTranslations("requests.note");
  const stage = useAppState((state) => (message.status === "failed" ? "failed" : stageOf(state, message)));
  const progress = useAppState(({ uploads }) => uploads[message.clientId]);
  const isStored = useAppState((state) => state.outbox.isStored);
  const hasNetwork = useHasNetwork();
  const Sign = signs[stage];
  const waits = isStored ? (hasNetwork ? "waiting" : "offline") : "waitingHere";
  return (
    <p className={styles["note"]} role="status" data-stage={stage}>
      <Sign size={14} aria-hidden="true" />
      <span>
        {t(stage === "waiting" ? waits : stage)}
        {stage === "sending" && progress && ` ${Math.floor((100 * progress.sent) / progress.total)} %`}
        {message.status === "failed" && message.error !== null && (
          <>
            {" "}
            <ErrorText error={message.error} />
          </>
        )}
      </span>
    </p>
  );
}

/** A request that is being sent can only be cancelled, since changing it could send it twice. */
export function RequestWays({ message }: PendingProps) {
  const t = useTranslations("requests");
  const { clientId, status, error } = message;
  const dispatch = useDispatch();
  const named = { roomId: newRoomId, clientId };
  return (
    <p className={styles["ways"]}>
      {status !== "sending" && (
        <>
          <WaitButton
            look="link"
            error={error}
            onClick={() =>
              dispatch(
                status === "failed" ? { type: "outbox/retry-asked", ...named } : { type: "connection/retry-asked" },
              )
            }
          >
            {t("retry")}
          </WaitButton>
          <Button
            look="link"
            onClick={() => {
              dispatch({ type: "requests/edit-asked", clientId });
              dispatch({ type: "address/asked", path: paths.request });
            }}
          >
            {t("edit")}
          </Button>
        </>
      )}
      <Button look="link" onClick={() => dispatch({ type: "outbox/pending-deleted", ...named })}>
        {t("cancel")}
      </Button>
    </p>
  );
}
