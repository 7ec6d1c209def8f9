import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from "react";
import { lateOrNothing } from "../platform/late-component.ts";
import { isWriting } from "../platform/page/page.ts";
import { hasSelection } from "../platform/input/select-text.ts";
import { useLongPress } from "../platform/input/use-long-press.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { Message } from "../state/entities.ts";

const MessageMenu = lateOrNothing(async () => (await import("./message-menu.tsx")).MessageMenu);
const LikersDialog = lateOrNothing(async () => (await import("../actions/likers-dialog.tsx")).LikersDialog);
const EarlierTextsDialog = lateOrNothing(
  async () => (await import("../edits/earlier-texts-dialog.tsx")).EarlierTextsDialog,
);

interface Point {
  readonly x: number;
  readonly y: number;
}

interface OpenMenu {
  readonly seq: number;
  readonly row: HTMLElement;
  readonly opener: HTMLElement;
  readonly point: Point;
  readonly isTouch: boolean;
}

type MessageOf = (seq: number) => Message | null;

/**
 * ACT-5: a message's action menu, opened by its button, right click, the Menu key, Shift+F10 or a long press. Links and selected text keep
 * the browser's own menu.
 */
export function useMessageMenu(messageOf: MessageOf) {
  const [open, setOpen] = useState<OpenMenu | null>(null);
  const handlers = useOpeners(messageOf, setOpen);
  const message = open && messageOf(open.seq);
  const likedSeq = useAppState(({ likers }) => likers?.messageSeq);
  const isEarlierShown = useAppState(({ earlierTexts }) => earlierTexts !== null);

  function close() {
    if (open?.opener.isConnected === true && !isWriting()) open.opener.focus({ preventScroll: true });
    setOpen(null);
  }

  const element = (
    <>
      {open && message && (
        <MessageMenu
          key={open.seq}
          message={message}
          row={open.row}
          point={open.point}
          isSheet={open.isTouch}
          onClose={close}
        />
      )}
      {likedSeq !== undefined && <LikersDialog message={messageOf(likedSeq)} />}
      {isEarlierShown && <EarlierTextsDialog />}
    </>
  );
  return { ...handlers, element };
}

function useOpeners(messageOf: MessageOf, onOpen: (menu: OpenMenu) => void) {
  const dispatch = useDispatch();
  const pointer = useRef("");
  const longPress = useLongPress(rest);

  function rest(target: Element, point: Point) {
    if (hasOwnMenu(target)) return;
    const liked = target.closest("[data-likes]") && messageOf(seqOf(target));
    if (liked) dispatch({ type: "actions/likers-asked", message: liked });
    else openAt(target, point, true);
  }

  function openAt(target: Element, point: Point | null, isTouch: boolean): boolean {
    const row = target.closest<HTMLElement>("article[data-seq]");
    if (!row) return false;
    const opener = target.closest<HTMLElement>("button") ?? row;
    onOpen({ seq: seqOf(row), row, opener, point: point ?? pointBelow(opener), isTouch });
    return true;
  }

  return {
    handlers: {
      ...longPress,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        pointer.current = event.pointerType;
        longPress.onPointerDown(event);
      },
      onContextMenu: (event: MouseEvent<HTMLElement>) => {
        const target = event.target as Element;
        if (hasOwnMenu(target) || !target.closest("article[data-seq]")) return;
        event.preventDefault();
        const point = { x: event.clientX, y: event.clientY };
        if (pointer.current !== "touch") openAt(target, event.button === 2 ? point : null, false);
        else {
          // Some browsers notice a long press earlier and end the touch.
          longPress.onPointerCancel();
          rest(target, point);
        }
      },
      onClick: ({ target }: MouseEvent<HTMLElement>) => {
        const button = (target as Element).closest("[data-message-menu]");
        if (button) openAt(button, null, pointer.current === "touch");
      },
    },
    onMenuKey: (event: KeyboardEvent<HTMLElement>): boolean => {
      pointer.current = "";
      const target = event.target as Element;
      const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
      if (!isMenuKey || hasOwnMenu(target) || !openAt(target, null, false)) return false;
      event.preventDefault();
      return true;
    },
  };
}

const seqOf = (target: Element): number => Number(target.closest<HTMLElement>("article")?.dataset["seq"]);

function hasOwnMenu(target: Element): boolean {
  const row = target.closest("article");
  return target.closest("a") !== null || (row !== null && hasSelection(row));
}

function pointBelow(element: HTMLElement): Point {
  const { left, bottom } = (element.querySelector("[data-bubble]") ?? element).getBoundingClientRect();
  return { x: left, y: bottom };
}
