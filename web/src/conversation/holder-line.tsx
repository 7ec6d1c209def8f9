import { wishToAct } from "../actions/wish-to-act.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { type FocusEvent, type RefObject, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { ActNoticeText } from "../actions/act-notice-text.tsx";
import {
  canTakeOverRoom,
  holderOf,
  isHolder,
  newestCustomerMessage,
  roomNotice,
} from "../state/messages/shown-actions.ts";
import { Button } from "../design/button.tsx";
import { lateOrNothing } from "../platform/late-component.ts";
import { useOncePressed } from "../platform/input/use-once-pressed.ts";
import { Avatar } from "../design/person-mark.tsx";
import { Wait } from "../design/wait.tsx";
import type { RoomId } from "../state/entities.ts";
import { me } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { HandOverNote } from "../hand-over/hand-over-note.tsx";
import styles from "./holder-line.module.css";

const HandOverDialog = lateOrNothing(async () => (await import("../hand-over/hand-over-dialog.tsx")).HandOverDialog);

/** ACT-8: shows the room's holder, the customer's waiting time, and buttons to take over, hand over and release. Customers see only the holder. */
export function HolderLine({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("actions");
  const holder = useAppState((state) => holderOf(state, roomId)?.person ?? null);
  const isOwn = useAppState((state) => isHolder(state, roomId));
  const isStaff = useAppState((state) => me(state)?.kind !== "customer" && state.rooms.byId[roomId]?.isMember === true);
  const isAsking = useAppState(({ handingOver }) => handingOver?.roomId === roomId);
  const notice = useAppState((state) => roomNotice(state, roomId));
  if (holder === null && !isStaff) return null;
  return (
    <div className={styles["holder"]}>
      <p className={styles["who"]}>
        {holder !== null && <Avatar name={holder.name} kind={holder.kind} />}
        <bdi>{holder === null ? t("free") : isOwn ? t("heldByMe") : t("held", { name: holder.name })}</bdi>
      </p>
      <Wait roomId={roomId} />
      {isStaff && <HolderActions roomId={roomId} />}
      {notice && (
        <p className={styles["refusal"]} role="alert">
          <ActNoticeText said={notice.said} />
        </p>
      )}
      <HandOverNote roomId={roomId} />
      {isAsking && <HandOverDialog roomId={roomId} />}
    </div>
  );
}

function HolderActions({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations();
  const holder = useAppState((state) => holderOf(state, roomId)?.person ?? null);
  const isOwn = useAppState((state) => isHolder(state, roomId));
  const isAdmin = useAppState((state) => hasPermission(me(state)?.roles, "Admin"));
  const newest = useAppState((state) => (canTakeOverRoom(state, roomId) ? newestCustomerMessage(state, roomId) : null));
  const dispatch = useDispatch();
  const ways = useRef<HTMLSpanElement>(null);
  const lasting = useLastingFocus(ways);
  const once = useOncePressed();
  return (
    <span ref={ways} className={styles["ways"]} {...lasting}>
      {!isOwn && newest !== null && (
        <Button look="link" onClick={once(() => dispatch(wishToAct("take-over", newest, true, "room")))}>
          {holder === null ? t("actions.takeOver") : t("actions.takeFrom", { name: holder.name })}
        </Button>
      )}
      {holder !== null && (isOwn || isAdmin) && (
        <Button look="link" aria-haspopup="dialog" onClick={() => dispatch({ type: "hand-over/opened", roomId })}>
          {t("handOver.give")}
        </Button>
      )}
      {isOwn && (
        <Button look="link" onClick={once(() => dispatch({ type: "actions/release-asked", roomId, origin: "room" }))}>
          {t("actions.release")}
        </Button>
      )}
    </span>
  );
}

/** If a press removes the button, the focus moves to the next one, or to the room's heading after the last one. */
function useLastingFocus(ways: RefObject<HTMLElement | null>) {
  const hasFocus = useRef(false);
  const isAsking = useAppState(({ handingOver }) => handingOver !== null);
  useEffect(() => {
    const { current: element } = ways;
    if (!element || !hasFocus.current || isAsking) return;
    if (element.ownerDocument.activeElement !== element.ownerDocument.body) return;
    const heading = element.closest("section")?.querySelector<HTMLElement>("h2");
    (element.querySelector("button") ?? heading)?.focus();
  });
  return {
    onFocus: () => {
      hasFocus.current = true;
    },
    // A null `relatedTarget` means that somebody pressed elsewhere. Removing the button fires no blur, and a closing dialog restores the focus.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      hasFocus.current = relatedTarget !== null && hasFocus.current;
    },
  };
}
