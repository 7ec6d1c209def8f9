import { type RefObject, Suspense, useEffect, useEffectEvent, useState } from "react";
import { lateComponent } from "../platform/late-component.ts";
import { useLongPress } from "../platform/input/use-long-press.ts";
import type { OpenRowMenu } from "./room-menu-items.tsx";

const RowMenu = lateComponent(async () => (await import("./room-menu-items.tsx")).RowMenu);

/**
 * ORDER-5: a row's menu, opened by its button, right click, the Menu key, Shift+F10 or a long press. Listens at once; the menu itself loads later.
 */
export function RowMenus({ list }: { readonly list: RefObject<HTMLElement | null> }) {
  const [open, setOpen] = useState<OpenRowMenu | null>(null);
  useOpeners(list, setOpen);
  if (open === null) return null;
  return (
    <Suspense fallback={null}>
      <RowMenu key={open.roomId} {...open} onClose={() => setOpen(null)} />
    </Suspense>
  );
}

function useOpeners(list: RefObject<HTMLElement | null>, onOpen: (menu: OpenRowMenu) => void): void {
  function openAt(target: Element, at: OpenRowMenu["at"] | null): boolean {
    const row = target.closest("li")?.querySelector<HTMLElement>("[data-room]");
    if (!row) return false;
    const opener = target.closest<HTMLElement>("button") ?? row;
    const { left, bottom } = opener.getBoundingClientRect();
    onOpen({ roomId: Number(row.dataset["room"]), opener, at: at ?? { x: left, y: bottom } });
    return true;
  }
  const longPress = useLongPress(openAt);

  const onClick = useEffectEvent(({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest("[data-room-menu]") : null;
    if (button) openAt(button, null);
  });
  const onContextMenu = useEffectEvent((event: MouseEvent) => {
    // Some browsers notice a long press earlier and end the touch. When the keyboard opens the menu, `button` is not 2.
    longPress.onPointerCancel();
    const at = event.button === 2 || event.clientX > 0 ? { x: event.clientX, y: event.clientY } : null;
    if (event.target instanceof Element && openAt(event.target, at)) event.preventDefault();
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
    if (isMenuKey && event.target instanceof Element && openAt(event.target, null)) event.preventDefault();
  });
  const onPointerDown = useEffectEvent((event: PointerEvent) => longPress.onPointerDown(event));
  const onPointerMove = useEffectEvent((event: PointerEvent) => longPress.onPointerMove(event));
  const onPointerEnd = useEffectEvent(() => longPress.onPointerUp());

  useEffect(() => {
    const listening = new AbortController();
    const on = <Name extends keyof HTMLElementEventMap>(name: Name, act: (event: HTMLElementEventMap[Name]) => void) =>
      list.current?.addEventListener(name, act, { signal: listening.signal });
    on("click", (event) => onClick(event));
    on("contextmenu", (event) => onContextMenu(event));
    on("keydown", (event) => onKeyDown(event));
    on("pointerdown", (event) => onPointerDown(event));
    on("pointermove", (event) => onPointerMove(event));
    on("pointerup", () => onPointerEnd());
    on("pointercancel", () => onPointerEnd());
    return () => listening.abort();
  }, [list]);
}
