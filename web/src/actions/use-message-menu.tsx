import { type KeyboardEvent, type MouseEvent, type PointerEvent, Suspense, useRef, useState } from "react";
import { lateComponent } from "../platform/late-component.ts";
import { useLongPress } from "../platform/use-long-press.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import type { Message } from "../state/entities.ts";

const MessageMenu = lateComponent(async () => (await import("./message-menu.tsx")).MessageMenu);
const LikersDialog = lateComponent(async () => (await import("./likers-dialog.tsx")).LikersDialog);

/** An open menu: of which message, where, and whether a thumb asked for it. */
interface OpenMenu {
  readonly seq: number;
  readonly row: HTMLElement;
  readonly opener: HTMLElement;
  readonly point: { readonly x: number; readonly y: number };
  readonly isTouch: boolean;
}

/**
 * ACT-5: the menu of a message's actions, by its button, right click, the Menu key, Shift+F10 or a long press. Links and
 * selected text keep the browser's own.
 */
export function useMessageMenu(messageOf: (seq: number) => Message | null) {
  const [open, setOpen] = useState<OpenMenu | null>(null);
  const { showLikers } = useCommands();
  const hasLikers = useAppState(({ likers }) => likers !== null);
  const pointer = useRef("");
  const longPress = useLongPress(onLongPress);
  const message = open && messageOf(open.seq);

  function openAt(target: Element, point: OpenMenu["point"] | null, isTouch: boolean): boolean {
    const row = target.closest<HTMLElement>("article[data-seq]");
    if (!row) return false;
    const opener = target.closest<HTMLElement>("button, a") ?? row;
    setOpen({ seq: Number(row.dataset["seq"]), row, opener, point: point ?? pointBelow(opener), isTouch });
    return true;
  }

  function onLongPress(target: Element, point: OpenMenu["point"]) {
    if (keepsOwnMenu(target)) return;
    const liked = target.closest("[data-likes]") && messageOf(seqOf(target));
    if (liked) showLikers(liked);
    else openAt(target, point, true);
  }

  function onContextMenu(event: MouseEvent<HTMLElement>) {
    const target = event.target as Element;
    if (keepsOwnMenu(target) || !target.closest("article[data-seq]")) return;
    event.preventDefault();
    // A thumb's long press has been noticed by now, or is about to be.
    if (pointer.current === "touch") return;
    const isByKey = event.button !== 2 || (event.clientX === 0 && event.clientY === 0);
    openAt(target, isByKey ? null : { x: event.clientX, y: event.clientY }, false);
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    pointer.current = event.pointerType;
    longPress.onPointerDown(event);
  }

  function close() {
    // The keys go on where they were.
    if (open?.opener.isConnected === true) open.opener.focus({ preventScroll: true });
    setOpen(null);
  }

  return {
    handlers: {
      ...longPress,
      onPointerDown,
      onContextMenu,
      onClick: ({ target }: MouseEvent<HTMLElement>) => {
        const button = (target as Element).closest("[data-message-menu]");
        if (button) openAt(button, null, pointer.current === "touch");
      },
    },
    /** Returns whether the key was one of the menu's. */
    onMenuKey: (event: KeyboardEvent<HTMLElement>): boolean => {
      pointer.current = "";
      const target = event.target as Element;
      const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
      if (!isMenuKey || keepsOwnMenu(target) || !openAt(target, null, false)) return false;
      event.preventDefault();
      return true;
    },
    element: (
      <Suspense fallback={null}>
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
        {hasLikers && <LikersDialog />}
      </Suspense>
    ),
  };
}

const seqOf = (target: Element): number => Number(target.closest<HTMLElement>("article")?.dataset["seq"]);

/** Links have the browser's menu, and so has text that is selected. */
function keepsOwnMenu(target: Element): boolean {
  const row = target.closest("article");
  const selection = getSelection();
  const isSelected = row !== null && selection?.isCollapsed === false && selection.containsNode(row, true);
  return target.closest("a") !== null || isSelected;
}

function pointBelow(element: HTMLElement): OpenMenu["point"] {
  const shown = element.querySelector("[data-bubble]") ?? element;
  const { left, bottom } = shown.getBoundingClientRect();
  return { x: left, y: bottom };
}
