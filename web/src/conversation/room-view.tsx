import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useTranslations } from "use-intl";
import { DropArea, useCanAttach } from "../files/sending/attach-buttons.tsx";
import { Button } from "../design/button.tsx";
import { classNames } from "../design/class-names.ts";
import { JoinFailure } from "../design/join-failure.tsx";
import { Blank, FailureNotice } from "../design/notice.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { CustomerAway } from "../participants/customer-away.tsx";
import { focusFirst } from "../platform/input/early-key.ts";
import { touchDevice, useMedia } from "../platform/page/use-media.ts";
import type { AppState } from "../state/shape.ts";
import type { RoomId } from "../state/entities.ts";
import { emptyTimeline } from "../state/history/empty-timeline.ts";
import { isVisitorIn, me } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { FilesOverlay } from "../files/showing/files-overlay.tsx";
import { TypingLine } from "../participants/typing-line.tsx";
import { QuietLines } from "../quiet-lines/quiet-lines.tsx";
import { Announcer } from "./announcer.tsx";
import { Composer } from "./composer.tsx";
import composerStyles from "./composer.module.css";
import styles from "./room-pane.module.css";
import { linesAtEnd } from "./drawn-rows.ts";
import { MessageGhosts } from "./room-ghost.tsx";
import { MessageList } from "./message-list.tsx";
import { showsEnd, shownRange } from "../state/history/timeline.ts";

/** A room from its heading to its composer, remounted for every room so that no state carries over (WEB-3). */
export function RoomView({ roomId, children }: { readonly roomId: RoomId; readonly children: ReactNode }) {
  const pane = useRef<HTMLDivElement>(null);
  const isTouch = useMedia(touchDevice);
  const isVisitor = useAppState((state) => isVisitorIn(state, roomId));
  const canAttach = useCanAttach() && !isVisitor;

  const isLed = useAppState((state) => state.linkedMessage !== null);
  const focusOn = useEffectEvent((selector: string) =>
    isLed ? undefined : focusFirst(pane.current?.querySelector<HTMLElement>(selector) ?? null),
  );
  // Focuses the composer if there is a keyboard, and the heading on touch screens, so that no keyboard opens.
  useEffect(() => focusOn(isTouch || isVisitor ? "h2" : "textarea"), [isTouch, isVisitor]);

  return (
    <div ref={pane} className={styles["pane"]}>
      {children}
      <History roomId={roomId} />
      <TypingLine roomId={roomId} />
      {!isVisitor && <CustomerAway roomId={roomId} />}
      {isVisitor ? <VisitorNote roomId={roomId} /> : <Composer roomId={roomId} />}
      <Announcer roomId={roomId} />
      <FilesOverlay roomId={roomId} />
      {canAttach && <DropArea roomId={roomId} area={pane} />}
    </div>
  );
}

/** Whether there is nothing of the room to show. Until the first jump to a linked message, live messages do not count. */
function isEmptyList({ timelines, pending }: AppState, roomId: RoomId): boolean {
  const timeline = timelines[roomId] ?? emptyTimeline;
  if (timeline.jumps === 0 && timeline.aimSeq !== null) return true;
  const waiting = showsEnd(timeline) ? (pending[roomId]?.length ?? 0) : 0;
  return shownRange(timeline).log.length + waiting === 0;
}

export function History({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations();
  const phase = useAppState((state) => state.timelines[roomId]?.phase ?? "loading");
  const isEmpty = useAppState((state) => isEmptyList(state, roomId));
  const isVisitor = useAppState((state) => isVisitorIn(state, roomId));
  const lines = useAppState((state) => linesAtEnd(shownRange(state.timelines[roomId] ?? emptyTimeline)));
  const dispatch = useDispatch();
  if (!isEmpty) return <MessageList roomId={roomId} />;
  switch (phase) {
    case "loading":
      return <MessageGhosts />;
    case "failed":
      return (
        <Blank title={t("messages.failed")} hint={t("room.failedHint")} isFailure>
          <Button onClick={() => dispatch({ type: "messages/reload-asked", roomId })}>{t("app.retry")}</Button>
        </Blank>
      );
    case "ready":
      return (
        <div className={styles["empty"]}>
          <Blank title={t("messages.empty")} {...(!isVisitor && { hint: t("messages.emptyHint") })} />
          {lines && <QuietLines group={lines} />}
        </div>
      );
  }
}

/** VISIT-1: replaces the composer for visitors, with a button to join for those who may. */
function VisitorNote({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("room");
  const dispatch = useDispatch();
  const name = useAppState((state) => state.rooms.byId[roomId]?.name ?? "");
  const joining = useAppState(({ joining }) => (joining.phase !== "none" && joining.roomRef === name ? joining : null));
  const failure = joining?.phase === "failed" ? joining.error : null;
  const mayJoin = useAppState((state) => hasPermission(me(state)?.roles, "rooms.join"));
  return (
    <div className={composerStyles["composer"]}>
      <p className={classNames(composerStyles["stash"], composerStyles["visitor"])}>
        {t("visiting")}
        {mayJoin && (
          <WaitButton
            error={failure}
            isBusy={joining?.phase === "busy"}
            onClick={() => dispatch({ type: "room/join-asked", roomRef: name })}
          >
            {t("join")}
          </WaitButton>
        )}
      </p>
      {failure !== null && (
        <FailureNotice>
          <JoinFailure error={failure} />
        </FailureNotice>
      )}
    </div>
  );
}
