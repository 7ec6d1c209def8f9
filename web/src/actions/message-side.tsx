import { Check, Ellipsis, type LucideIcon, Reply, ThumbsUp } from "lucide-react";
import { memo, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { classNames } from "../design/class-names.ts";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { initials } from "../design/person-mark.tsx";
import { canReply } from "../state/messages/quotes-state.ts";
import type { Message, Participant } from "../state/entities.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { ActNoticeText } from "./act-notice-text.tsx";
import styles from "./message-side.module.css";
import tipStyles from "./message-tip.module.css";
import { wishToAct } from "./wish-to-act.ts";
import {
  canLike,
  canTakeOver,
  hasLikeButton,
  isActSlow,
  isLiked,
  likesOf,
  messageHolder,
  noticeAt,
  otherLikers,
} from "../state/messages/shown-actions.ts";

interface MessageSideProps {
  readonly message: Message;
  readonly isNear: boolean;
  readonly isActive: boolean;
  readonly id: string;
}

/**
 * The side of a bubble: who took the message over, its likes, and the action bar. New elements replace a button in place, so nothing moves
 * under a pointer and no text is covered.
 */
export const MessageSide = memo(function MessageSide({ message, isNear, isActive, id }: MessageSideProps) {
  const t = useTranslations("actions");
  const notice = useAppState((state) => noticeAt(state, message));
  const holder = useAppState((state) => messageHolder(state, message));
  const hasLikes = useAppState((state) => likesOf(state, message) > 0);
  const wasTaken = useHeldWhile(isNear, holder !== null);
  const wasLiked = useHeldWhile(isNear, hasLikes);
  const slot = { message, isNear, tabIndex: isActive ? 0 : -1 };
  const taken = <TakeOverSlot key="taken" {...slot} holder={holder} isShort={isNear && !wasTaken} />;
  const likes = <LikeSlot key="likes" {...slot} />;
  return (
    <>
      <div id={id} className={styles["side"]} data-near={isNear}>
        <div className={styles["bar"]}>
          {wasTaken && !wasLiked ? [taken, likes] : [likes, taken]}
          {isNear && <ReplyButton message={message} tabIndex={slot.tabIndex} />}
          <button
            type="button"
            className={classNames(styles["button"], styles["more"], tipStyles["tip"])}
            aria-label={t("menu")}
            aria-haspopup="menu"
            data-tip={t("more")}
            data-message-menu=""
            tabIndex={slot.tabIndex}
          >
            {isNear && <Ellipsis size={16} aria-hidden="true" />}
          </button>
        </div>
      </div>
      {notice && (
        <p className={styles["notice"]} role={notice.said.kind === "copied" ? "status" : "alert"}>
          <ActNoticeText said={notice.said} />
        </p>
      )}
    </>
  );
});

/** Freezes the value while `isHeld`, so nothing moves under a pointer. */
function useHeldWhile(isHeld: boolean, value: boolean): boolean {
  const [held, setHeld] = useState(value);
  if (!isHeld && held !== value) setHeld(value);
  return isHeld ? held : value;
}

interface SlotProps extends Pick<MessageSideProps, "message" | "isNear"> {
  readonly tabIndex: number;
}

interface BarButtonProps extends Pick<SlotProps, "tabIndex"> {
  readonly label: string;
  readonly Sign: LucideIcon;
  readonly onClick: () => void;
}

const BarButton = ({ label, Sign, ...native }: BarButtonProps) => (
  <button
    {...native}
    type="button"
    className={classNames(styles["button"], tipStyles["tip"])}
    aria-label={label}
    data-tip={label}
  >
    <Sign size={14} aria-hidden="true" />
  </button>
);

function ReplyButton({ message, tabIndex }: Pick<SlotProps, "message" | "tabIndex">) {
  const t = useTranslations("quotes");
  const isAllowed = useAppState((state) => canReply(state, message));
  const dispatch = useDispatch();
  return (
    isAllowed && (
      <BarButton
        label={t("reply")}
        Sign={Reply}
        tabIndex={tabIndex}
        onClick={() => dispatch({ type: "quotes/reply-asked", message })}
      />
    )
  );
}

interface TakeOverSlotProps extends SlotProps {
  readonly holder: Participant | null;
  readonly isShort: boolean;
}

function TakeOverSlot({ message, isNear, tabIndex, holder, isShort }: TakeOverSlotProps) {
  const t = useTranslations("actions");
  const dispatch = useDispatch();
  const canTake = useAppState((state) => isNear && canTakeOver(state, message));
  if (message.author?.kind !== "customer") return null;
  if (holder) return <TakenChip message={message} isNear={isNear} holder={holder} isShort={isShort} />;
  if (canTake)
    return (
      <BarButton
        label={t("takeOver")}
        Sign={Check}
        tabIndex={tabIndex}
        onClick={() => dispatch(wishToAct("take-over", message))}
      />
    );
  return isNear && <span className={styles["empty"]} />;
}

interface TakenChipProps extends Pick<TakeOverSlotProps, "message" | "isNear" | "isShort"> {
  readonly holder: Participant;
}

function TakenChip({ message, isNear, holder, isShort }: TakenChipProps) {
  const t = useTranslations("actions");
  const isOwn = useAppState((state) => isSamePerson(holder, me(state)));
  const isSlow = useAppState((state) => isActSlow(state, "take-over", message));
  const isBesideLikes = useAppState((state) => hasLikeButton(state, message, isNear));
  const says = (name: string): string => (isOwn ? t("takenByMe") : t("takenBy", { name }));
  return (
    <span
      className={classNames(styles["chip"], styles["taken"])}
      title={says(holder.name)}
      data-short={isShort}
      data-beside={isBesideLikes}
      data-slow={isSlow}
    >
      <Check size={14} aria-hidden="true" />
      <VisuallyHidden>{says(holder.name)}</VisuallyHidden>
      <span className={styles["says"]} aria-hidden="true">
        {says(holder.name.split(" ")[0] ?? holder.name)}
      </span>
      <span className={styles["short"]} aria-hidden="true">
        {initials(holder.name)}
      </span>
      <UnderWay isSlow={isSlow} />
    </span>
  );
}

function LikeSlot({ message, isNear, tabIndex }: SlotProps) {
  const isShown = useAppState((state) => hasLikeButton(state, message, isNear));
  return isShown && <LikeButton message={message} tabIndex={tabIndex} />;
}

function LikeButton({ message, tabIndex }: Pick<SlotProps, "message" | "tabIndex">) {
  const t = useTranslations("actions");
  const locale = useLocale();
  const likes = useAppState((state) => likesOf(state, message));
  const canPress = useAppState((state) => canLike(state, message));
  const isOwn = useAppState((state) => isLiked(state, message));
  const isSlow = useAppState((state) => isActSlow(state, "like", message));
  const names = useLikersText(message);
  const dispatch = useDispatch();
  const count = likes === 0 ? "" : t(isOwn ? "likesWithOwn" : "likes", { count: likes });
  return (
    <button
      type="button"
      className={classNames(styles["like"], likes > 0 ? styles["chip"] : styles["button"], tipStyles["tip"])}
      aria-pressed={canPress ? isOwn : undefined}
      aria-label={[canPress ? t("like") : "", count].filter(Boolean).join(", ")}
      aria-busy={isSlow}
      data-tip={likes === 0 ? t("like") : names}
      data-slow={isSlow}
      data-likes=""
      tabIndex={tabIndex}
      onClick={() =>
        canPress ? dispatch(wishToAct("like", message, !isOwn)) : dispatch({ type: "actions/likers-asked", message })
      }
    >
      <ThumbsUp size={14} aria-hidden="true" fill={isOwn ? "currentcolor" : "none"} fillOpacity={0.25} />
      {likes > 0 && <span>{compact(likes, locale)}</span>}
      <UnderWay isSlow={isSlow} />
    </button>
  );
}

/** ACT-4: announces a slow call to screen readers. On screen the icon fades instead. */
function UnderWay({ isSlow }: { readonly isSlow: boolean }) {
  const t = useTranslations("actions");
  return isSlow && <VisuallyHidden role="status">{t("underWay")}</VisuallyHidden>;
}

const compact = (count: number, locale: string): string =>
  count < 1000 ? String(count) : new Intl.NumberFormat(locale, { notation: "compact" }).format(count);

const namesMax = 8;

/** A message's likers in one line: the viewer, the newest named ones, then a count. */
function useLikersText(message: Message): string {
  const t = useTranslations("actions");
  const isOwn = useAppState((state) => isLiked(state, message));
  const likes = useAppState((state) => likesOf(state, message));
  const others = useAppState(useShallow((state) => otherLikers(state, message).slice(0, namesMax)));
  const named = isOwn ? [t("you"), ...others] : others;
  if (named.length === 0) return t("likes", { count: likes });
  const names = named.join(", ");
  return named.length < likes ? t("andOthers", { names, count: likes - named.length }) : names;
}
