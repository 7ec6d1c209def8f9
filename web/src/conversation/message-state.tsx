import { Check, CheckCheck, Clock, CloudOff } from "lucide-react";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { lateOrNothing } from "../platform/late-component.ts";
import { useHasNetwork } from "../platform/page/use-media.ts";
import type { Message, PendingMessage } from "../state/entities.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { firstInLane, stageOf } from "../state/messages/sending-stage.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import type { DrawnMessage } from "./drawn-message.ts";
import styles from "./row-parts.module.css";

const SendFailure = lateOrNothing(async () => (await import("./send-failure.tsx")).SendFailure);

const signs = { sending: Clock, queued: Clock, waiting: CloudOff, sent: Check, read: CheckCheck } as const;

export function MessageState({ drawn: { stored, pending } }: { readonly drawn: DrawnMessage }) {
  const t = useTranslations("messages");
  const stage = useAppState((state) => {
    if (stored !== null) return isReadByOthers(state, stored) ? "read" : "sent";
    return pending === null ? "sending" : stageOf(state, pending);
  });
  const read = stage === "read" ? stored : null;
  const some = useAppState((state) => read && someReaders(state, read));
  const unnamed = useAppState(useShallow((state) => (read === null ? [] : unnamedReaders(state, read))));
  const dispatch = useDispatch();
  useEffect(() => {
    if (unnamed.length > 0) dispatch({ type: "people/names-wanted", ids: unnamed });
  }, [unnamed, dispatch]);
  if (pending?.status === "failed") return null;
  const Sign = signs[stage];
  const words = some === null ? t(stage) : t("readBy", { names: some || t("somebody") });
  return (
    <span className={stage === "read" && some === null ? styles["read"] : undefined} title={words}>
      <Sign size={14} aria-hidden="true" />
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}

type Sent = Pick<Message, "roomId" | "seq">;

export const isReadByOthers = (state: AppState, { roomId, seq }: Sent): boolean =>
  (state.rooms.byId[roomId]?.othersReadSeq ?? 0) >= seq;

/** The names of those who have read the viewer's message; null if everyone else has. */
export function someReaders(state: AppState, message: Sent): string | null {
  const room = state.rooms.byId[message.roomId];
  const others = room?.members.filter((member) => !isSamePerson(member, me(state))) ?? [];
  const readers = others.filter(({ id }) => (room?.readSeqs[id] ?? 0) >= message.seq);
  const isAll = readers.length === others.length && room?.members.length === room?.membersTotal;
  if (isAll && others.length > 0) return null;
  const unnamed = unnamedReaders(state, message).flatMap((id) => state.named[id] ?? []);
  return [...readers, ...unnamed].map(({ name }) => name).join(", ");
}

/** Maximum number of readers whose names are fetched: a tooltip has no room for more. */
const unnamedMax = 30;

/** USR-2c: the ids of readers whose names the room does not include, because it has too many members. */
export function unnamedReaders(state: AppState, { roomId, seq }: Sent): readonly number[] {
  const room = state.rooms.byId[roomId];
  if (!room || room.members.length >= room.membersTotal) return [];
  const known = new Set([me(state)?.id, ...room.members.map(({ id }) => id)]);
  const ids = Object.keys(room.readSeqs).map(Number);
  return ids.filter((id) => !known.has(id) && (room.readSeqs[id] ?? 0) >= seq).slice(0, unnamedMax);
}

export function SendNotes({ pending, isLast }: { readonly pending: PendingMessage; readonly isLast: boolean }) {
  if (pending.status === "failed") return <SendFailure pending={pending} />;
  return isLast && <WaitNote pending={pending} />;
}

function WaitNote({ pending }: { readonly pending: PendingMessage }) {
  const t = useTranslations("messages");
  const stage = useAppState((state) => stageOf(state, pending));
  const trouble = useAppState((state) => storageTroubleOf(state, pending));
  const isStored = useAppState((state) => state.outbox.isStored);
  const hasNetwork = useHasNetwork();
  if (stage === "sending") return null;
  const waiting = !hasNetwork ? "offlineNote" : trouble === null ? "waitingNote" : (`storageNotes.${trouble}` as const);
  return (
    <p className={styles["note"]} role="status">
      {t(stage === "queued" ? "restsNote" : isStored ? waiting : "waitingHere")}
    </p>
  );
}

/** OPS-6a: why the server takes no files; null for a text. */
function storageTroubleOf(state: AppState, pending: PendingMessage): AppState["storageTrouble"] {
  if (pending.file === undefined) return null;
  return firstInLane(state, pending)?.error?.code === "storage_full" ? "full" : state.storageTrouble;
}
