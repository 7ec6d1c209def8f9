import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { Check, CheckCheck, Clock, CloudOff } from "lucide-react";
import { type MouseEvent, useEffect } from "react";
import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { problemOfError, useProblemText } from "../attachments/problem-text.ts";
import { Button } from "../design/button.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { useErrorText } from "../language/use-error-text.ts";
import { useHasNetwork } from "../platform/use-has-network.ts";
import { touchDevice, useMedia } from "../platform/use-media.ts";
import type { AppState } from "../state/shape.ts";
import type { CallError, PendingMessage } from "../state/entities.ts";
import { isGone, isVisitorIn, me } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import type { Line } from "./line.ts";
import styles from "./message-state.module.css";
import { stageOf } from "./message-stage.ts";
import { isReadByOthers, someReaders, unnamedReaders } from "./readers.ts";

const nobody: readonly number[] = [];

const signs = { sending: Clock, queued: Clock, waiting: CloudOff, sent: Check, read: CheckCheck } as const;

/** How far an own message has come: sending, stored, read by some, read by all. A failure is shown below the bubble. */
export function MessageState({ line }: { readonly line: Line }) {
  const t = useTranslations("messages");
  const stage = useAppState((state) => stageOfLine(state, line));
  const some = useAppState((state) => (stage === "read" && line.stored ? someReaders(state, line.stored) : null));
  const unnamed = useAppState(
    useShallow((state) => (stage === "read" && line.stored ? unnamedReaders(state, line.stored) : nobody)),
  );
  const { wantNames } = useCommands();
  useEffect(() => {
    if (unnamed.length > 0) wantNames(unnamed);
  }, [unnamed, wantNames]);
  if (line.pending?.status === "failed") return null;
  const Sign = signs[stage];
  const words = some === null ? t(stage) : t("readBy", { names: some || t("somebody") });
  return (
    <span className={stage === "read" && some === null ? styles["read"] : undefined} title={words}>
      <Sign size={14} aria-hidden="true" />
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}

function stageOfLine(state: AppState, { stored, pending }: Line): keyof typeof signs {
  if (stored !== null) return isReadByOthers(state, stored) ? "read" : "sent";
  return pending === null ? "sending" : stageOf(state, pending);
}

/** Shown below an unsent bubble: why it failed, or, below the last one, what it waits for. */
export function SendNotes({ pending, isLast }: { readonly pending: PendingMessage; readonly isLast: boolean }) {
  if (pending.status === "failed") return <SendFailure pending={pending} />;
  return isLast && <WaitNote pending={pending} />;
}

/** Why messages cannot leave now, said once, below the last of them. Silent while they move. */
function WaitNote({ pending }: { readonly pending: PendingMessage }) {
  const t = useTranslations("messages");
  const stage = useAppState((state) => stageOf(state, pending));
  const isStored = useAppState((state) => state.outbox.isStored);
  const hasNetwork = useHasNetwork();
  if (stage === "sending") return null;
  const waiting = hasNetwork ? "waitingNote" : "offlineNote";
  return (
    <p className={styles["note"]} role="status">
      {t(stage === "queued" ? "restsNote" : isStored ? waiting : "waitingHere")}
    </p>
  );
}

/** Why a message did not leave, and the choices. Its text stays until one is made; a visitor cannot send it (VISIT-1). */
function SendFailure({ pending }: { readonly pending: PendingMessage }) {
  const t = useTranslations("messages");
  const reason = useReason(pending);
  const isTouch = useMedia(touchDevice);
  const isVisitor = useAppState((state) => isVisitorIn(state, pending.roomId));
  const { retryMessage, editFailedMessage, deleteFailedMessage } = useCommands();
  const { roomId, clientId, error } = pending;
  /** The button goes with the failure: the focus moves to the composer, unless that would bring up a phone's keyboard. */
  const act = (deed: typeof retryMessage, isToWrite: boolean) => (event: MouseEvent<HTMLElement>) => {
    if (isToWrite || !isTouch) event.currentTarget.closest("section")?.querySelector("textarea")?.focus();
    deed(roomId, clientId);
  };
  return (
    <div className={styles["failure"]} role="alert">
      <span>
        <strong>{t("failedToSend")}.</strong> {error !== null && reason(error)}
      </span>
      <span className={styles["ways"]}>
        {!isVisitor && (
          <>
            <Button look="link" onClick={act(retryMessage, false)}>
              {t("retry")}
            </Button>
            {!pending.file && (
              <Button look="link" onClick={act(editFailedMessage, true)}>
                {t("edit")}
              </Button>
            )}
          </>
        )}
        <Button look="link" onClick={act(deleteFailedMessage, false)}>
          {t("discard")}
        </Button>
      </span>
    </div>
  );
}

/** A refusal in words about a message, where the general words are not. */
function useReason({ roomId, file }: PendingMessage): (error: CallError) => string {
  const t = useTranslations("messages");
  const errorText = useErrorText();
  const problemText = useProblemText();
  // SEND-5d: the person has joined since.
  const mayNow = useAppState(
    (state) => state.rooms.byId[roomId]?.isMember === true && hasPermission(me(state)?.roles, "messages.publish"),
  );
  return (error) => {
    if (isGone(error) && !mayNow) return t("noAccess");
    // A server of before files were, too, has not found where it goes.
    if (isGone(error)) return t(file ? "fileNotTaken" : "wasOut");
    if (file) return problemText(problemOfError(error)) || errorText(error);
    if (error.code === "invalid" || error.code === "malformed") return t("notAccepted");
    return errorText(error);
  };
}
