import { lastPress } from "../platform/input/last-press.ts";
import { wishToAct } from "../actions/wish-to-act.ts";
import {
  Check,
  Copy,
  Download,
  History,
  Link,
  MailPlus,
  Pencil,
  Reply,
  TextSelect,
  ThumbsUp,
  Trash2,
  Users,
  X,
} from "lucide-react";
import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { Dialog } from "../design/dialog.tsx";
import menu from "../design/menu.module.css";
import { MenuItem, type MenuItemProps, PointMenu } from "../design/menu.tsx";
import { canAmend, hasEarlierTexts } from "../state/messages/amendments.ts";
import { useMessageWords } from "../language/message-words.ts";
import { messageLink } from "../state/navigation/paths.ts";
import { addressOf } from "../platform/page/page.ts";
import { selectText } from "../platform/input/select-text.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { canReply } from "../state/messages/quotes-state.ts";
import type { Message } from "../state/entities.ts";
import type { AppState } from "../state/shape.ts";
import { useSilenceItem } from "../silences/use-silence-item.ts";
import styles from "./message-menu.module.css";
import { canLike, canTakeOver, isHolder, isLiked, likesOf, messageHolder } from "../state/messages/shown-actions.ts";

interface MessageMenuProps {
  readonly message: Message;
  readonly row: HTMLElement;
  readonly point: { readonly x: number; readonly y: number };
  readonly isSheet: boolean;
  readonly onClose: () => void;
}

export function MessageMenu({ message, row, point, isSheet, onClose }: MessageMenuProps) {
  const t = useTranslations();
  const words = useMessageWords();
  const items = useItems(message, isSheet ? row : null);
  if (!isSheet)
    return (
      <PointMenu label={t("actions.menu")} at={point} onClose={onClose}>
        {items.map((item) => (
          <MenuItem key={item.label} {...item} />
        ))}
      </PointMenu>
    );
  return (
    <Dialog title={t("actions.menu")} closeLabel={t("app.close")} isFromBelow onClose={onClose}>
      <p className={styles["quote"]} dir="auto">
        {words(message)}
      </p>
      <ul className={styles["items"]}>
        {items.map(({ label, Sign, onSelect }) => (
          <li key={label}>
            <button
              type="button"
              className={menu["item"]}
              onClick={() => {
                onClose();
                onSelect();
              }}
            >
              <Sign size={18} aria-hidden="true" />
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type Item = readonly [isOffered: boolean, label: string, Sign: MenuItemProps["Sign"], onSelect: () => void];

/** `row` is set if a long press opens the menu instead of selecting text. */
function useItems(message: Message, row: HTMLElement | null): readonly MenuItemProps[] {
  const t = useTranslations();
  const { roomId, seq, text } = message;
  const ways = useAppState(useShallow((state) => waysWith(state, message)));
  const silenceItem = useSilenceItem(message.author);
  const dispatch = useDispatch();
  const copy = (copied: string): void =>
    dispatch({ type: "actions/copy-asked", roomId, messageId: message.id, text: copied });
  const acts: readonly Item[] = [
    [ways.canReply, t("quotes.reply"), Reply, () => dispatch({ type: "quotes/reply-asked", message })],
    [
      ways.isHeldHere,
      t("actions.release"),
      X,
      () => dispatch({ type: "actions/release-asked", roomId, origin: "message" }),
    ],
    [ways.canTake, t("actions.takeOver"), Check, () => dispatch(wishToAct("take-over", message))],
    [ways.canLike && ways.isLiked, t("actions.unlike"), ThumbsUp, () => dispatch(wishToAct("like", message, false))],
    [ways.canLike && !ways.isLiked, t("actions.like"), ThumbsUp, () => dispatch(wishToAct("like", message))],
    [
      ways.isMember,
      t("ownRooms.markUnreadFrom"),
      MailPlus,
      () =>
        dispatch({
          type: "own-rooms/wished",
          wish: { kind: "mark", roomId, from: seq, isByOpening: false },
          at: lastPress(),
        }),
    ],
    [ways.hasLikes, t("actions.whoLiked"), Users, () => dispatch({ type: "actions/likers-asked", message })],
    [
      message.file !== null,
      t("actions.saveFile"),
      Download,
      () => dispatch({ type: "files/work-asked", message, phase: "saving" }),
    ],
    [text !== "", t("actions.copyText"), Copy, () => copy(text)],
    [true, t("actions.copyLink"), Link, () => copy(addressOf(messageLink(ways.roomName, seq)))],
  ];
  const changes: readonly Item[] = [
    [row !== null && text !== "", t("actions.selectText"), TextSelect, () => row && selectTextOf(row)],
    [ways.canAmend, t("edits.edit"), Pencil, () => dispatch({ type: "edits/edit-asked", message })],
    [ways.hasEarlier, t("edits.earlier"), History, () => dispatch({ type: "edits/earlier-asked", message })],
    [ways.canAmend, t("edits.delete"), Trash2, () => dispatch({ type: "edits/delete-asked", message })],
  ];
  return [...itemsOf(acts), ...(silenceItem ? [silenceItem] : []), ...itemsOf(changes)];
}

const itemsOf = (items: readonly Item[]): readonly MenuItemProps[] =>
  items.flatMap(([isOffered, label, Sign, onSelect]) => (isOffered ? [{ label, Sign, onSelect }] : []));

const waysWith = (state: AppState, message: Message) => ({
  canReply: canReply(state, message),
  isHeldHere: messageHolder(state, message) !== null && isHolder(state, message.roomId),
  canTake: canTakeOver(state, message),
  canLike: canLike(state, message),
  isLiked: isLiked(state, message),
  hasLikes: likesOf(state, message) > 0,
  isMember: state.rooms.byId[message.roomId]?.isMember === true,
  roomName: state.rooms.byId[message.roomId]?.name ?? "",
  canAmend: canAmend(state, message),
  hasEarlier: hasEarlierTexts(state, message),
});

/** Long presses open the menu instead of selecting; this allows selecting until the selection is cleared. */
function selectTextOf(row: HTMLElement): void {
  row.dataset["selecting"] = "";
  selectText(row.querySelector("[data-bubble] p") ?? row, () => delete row.dataset["selecting"]);
}
