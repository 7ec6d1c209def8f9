import { Check, CheckCheck, Clock, CloudOff } from "lucide-react";
import { Suspense, useEffect } from "react";
import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { lateComponent } from "../platform/late-component.ts";
import { useHasNetwork } from "../platform/page/use-media.ts";
import type { AppState } from "../state/shape.ts";
import type { PendingMessage } from "../state/entities.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import type { Line } from "./line.ts";
import styles from "./message-state.module.css";
import { isReadByOthers, someReaders, unnamedReaders } from "./readers.ts";
import { allPending, inOrder, laneOf } from "../state/messages/pending-messages.ts";

const SendFailure = lateComponent(async () => (await import("./send-failure.tsx")).SendFailure);

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
  if (pending.status === "failed") {
    return (
      <Suspense fallback={null}>
        <SendFailure pending={pending} />
      </Suspense>
    );
  }
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

/** How far a pending message has come: it moves, waits for the connection, or the server asked for a pause. */
type Stage = "sending" | "waiting" | "queued";

/** The stage of a pending message that has not failed. Messages behind one that is backing off wait with it (SEND-4). */
export function stageOf(state: AppState, pending: PendingMessage): Stage {
  const { status } = pending;
  const lane = allPending(state).filter((other) => other.status !== "failed" && laneOf(other) === laneOf(pending));
  const [first] = inOrder(lane);
  if (first?.status === "backing-off") return first.error?.code === "too_many_requests" ? "queued" : "waiting";
  return status === "waiting" && state.connection.phase === "offline" ? "waiting" : "sending";
}
