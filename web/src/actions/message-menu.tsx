import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import { Check, Copy, Link, type LucideIcon, TextSelect, ThumbsUp, Users, X } from "lucide-react";
import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import menu from "../design/menu.module.css";
import { messageLink } from "../navigation/paths.ts";
import { addressOf } from "../platform/page.ts";
import { selectText } from "../platform/select-text.ts";
import { useBackToClose } from "../platform/use-back-to-close.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import type { Message } from "../state/entities.ts";
import styles from "./message-menu.module.css";
import { canLike, canTakeOver, isHolder, isLiked, likesOf, messageHolder } from "./shown-actions.ts";

interface MessageMenuProps {
  readonly message: Message;
  readonly row: HTMLElement;
  readonly point: { readonly x: number; readonly y: number };
  readonly isSheet: boolean;
  readonly onClose: () => void;
}

interface Item {
  readonly label: string;
  readonly Sign: LucideIcon;
  readonly act: () => void;
}

/** What can be done with a message, at the pointer or, for a thumb, as a sheet from below. */
export function MessageMenu({ isSheet, ...rest }: MessageMenuProps) {
  const items = useItems(rest.message, isSheet ? rest.row : null);
  return isSheet ? <Sheet {...rest} items={items} /> : <Menu {...rest} items={items} />;
}

type ShownProps = Omit<MessageMenuProps, "isSheet"> & { readonly items: readonly Item[] };

function Menu({ point, items, onClose }: ShownProps) {
  const t = useTranslations("actions");
  return (
    <DropdownMenu.Root defaultOpen modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span className={styles["point"]} style={{ left: point.x, top: point.y }} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        className={menu["menu"]}
        align="start"
        sideOffset={2}
        collisionPadding={8}
        aria-label={t("menu")}
        aria-labelledby={undefined}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onContextMenu={(event) => event.preventDefault()}
      >
        {items.map(({ label, Sign, act }) => (
          <DropdownMenu.Item key={label} className={menu["item"]} onSelect={act}>
            <Sign size={16} aria-hidden="true" />
            {label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function Sheet({ message, items, onClose }: ShownProps) {
  const t = useTranslations();
  useBackToClose(onClose);
  return (
    <Dialog title={t("actions.menu")} closeLabel={t("app.close")} isFromBelow onClose={onClose}>
      <p className={styles["quote"]} dir="auto">
        {message.text}
      </p>
      <ul className={styles["items"]}>
        {items.map(({ label, Sign, act }) => (
          <li key={label}>
            <button
              type="button"
              className={menu["item"]}
              onClick={() => {
                onClose();
                act();
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

/** `row`: where text is selected by a thumb, which the long press would have done. */
function useItems(message: Message, row: HTMLElement | null): readonly Item[] {
  const t = useTranslations("actions");
  const { roomId } = message;
  const isHeldHere = useAppState((state) => messageHolder(state, message) !== null && isHolder(state, roomId));
  const canTake = useAppState((state) => canTakeOver(state, message));
  const canPress = useAppState((state) => canLike(state, message));
  const isOwnLike = useAppState((state) => isLiked(state, message));
  const likes = useAppState((state) => likesOf(state, message));
  const name = useAppState((state) => state.rooms.byId[roomId]?.name ?? "");
  const { takeOver, release, likeMessage, showLikers, copyOfMessage } = useCommands();
  const items: readonly (Item | false)[] = [
    isHeldHere && { label: t("release"), Sign: X, act: () => release(roomId) },
    canTake && { label: t("takeOver"), Sign: Check, act: () => takeOver(message) },
    canPress && {
      label: isOwnLike ? t("unlike") : t("like"),
      Sign: ThumbsUp,
      act: () => likeMessage(message, !isOwnLike),
    },
    likes > 0 && { label: t("whoLiked"), Sign: Users, act: () => showLikers(message) },
    { label: t("copyText"), Sign: Copy, act: () => copyOfMessage(message, message.text) },
    { label: t("copyLink"), Sign: Link, act: () => copyOfMessage(message, addressOf(messageLink(name, message.seq))) },
    row !== null && { label: t("selectText"), Sign: TextSelect, act: () => selectTextOf(row) },
  ];
  return items.filter((item) => item !== false);
}

/** Selecting is off while a thumb's long press means the menu: on again until nothing is selected. */
function selectTextOf(row: HTMLElement): void {
  row.dataset["selecting"] = "";
  selectText(row.querySelector("[data-bubble] p") ?? row, () => delete row.dataset["selecting"]);
}
