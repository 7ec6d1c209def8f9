import { type ReactNode, useRef, type KeyboardEvent, Suspense, useLayoutEffect } from "react";
import { useWindowKeys, type WindowKey } from "../../platform/input/use-keys.ts";
import type { RoomId } from "../../state/entities.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import styles from "./found-bar.module.css";
import { foundIn } from "../../state/search/use-found.ts";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useTranslations } from "use-intl";
import { searchCharactersMax } from "@cuplaj/protocol/limits.ts";
import { IconButton } from "../../design/button.tsx";
import { VisuallyHidden } from "../../design/visually-hidden.tsx";
import { lateComponent } from "../../platform/late-component.ts";
import { useBackToClose } from "../../platform/input/use-back-to-close.ts";
import { useRoomTitle } from "../../state/rooms/use-room-title.ts";
import type { Found } from "../../state/search/found-shape.ts";

interface SearchOverRoomProps {
  readonly roomId: RoomId;
  /** The room's header, which the bar overlays so that nothing moves. */
  readonly children: ReactNode;
}

export function SearchOverRoom({ roomId, children }: SearchOverRoomProps) {
  const found = useAppState((state) => foundIn(state, roomId));
  const isOpen = found !== null;
  /** Whether the bar was opened from the composer; if so, closing it returns there (FIND-4e). */
  const wasWriting = useRef(false);
  const bar = useRef<HTMLDivElement>(null);
  const dispatch = useDispatch();
  function close(): void {
    handFocusOn(bar.current, wasWriting.current ? "composer" : (found?.seq ?? null));
    wasWriting.current = false;
    dispatch({ type: "found/closed" });
  }
  useSearchKeys({
    roomId,
    isOpen,
    close,
    isInBar: () => bar.current?.matches(":focus-within") === true,
    onOpen: (isWriting) => (wasWriting.current = isWriting),
  });
  return (
    <div className={styles["room"]}>
      <div inert={isOpen}>{children}</div>
      <div ref={bar}>{found && <FoundBar found={found} onClose={close} />}</div>
    </div>
  );
}

interface SearchKeys {
  readonly roomId: RoomId;
  readonly isOpen: boolean;
  readonly isInBar: () => boolean;
  readonly close: () => void;
  readonly onOpen: (isWriting: boolean) => void;
}

/** Ctrl+F works wherever the focus is. Pressed again in the field, it opens the browser's own search. */
function useSearchKeys({ roomId, isOpen, isInBar, close, onOpen }: SearchKeys): void {
  const dispatch = useDispatch();
  function onFind({ isWriting }: WindowKey): boolean {
    const isAgain = isOpen && isWriting && isInBar();
    if (!isInBar()) onOpen(isWriting);
    if (!isAgain) dispatch({ type: "found/opened", roomId });
    return !isAgain;
  }
  function onKey({ key, shiftKey }: WindowKey): boolean {
    if (key === "F3") dispatch({ type: "found/walked", step: shiftKey ? -1 : 1, isInBar: isInBar() });
    else if (key === "Escape") close();
    return key === "F3" || key === "Escape";
  }
  useWindowKeys(
    (pressed) => (isFind(pressed) ? onFind(pressed) : isOpen && isPlain(pressed) && onKey(pressed)),
    "first",
  );
}

const isPlain = ({ isComposing, isCommand, altKey }: WindowKey): boolean => !isComposing && !isCommand && !altKey;

const isFind = ({ key, isCommand, altKey, shiftKey }: WindowKey): boolean =>
  isCommand && !altKey && !shiftKey && key.toLowerCase() === "f";

/** Moves the focus to the composer, the message with this `seq`, or the list, before the focused element disappears. */
function handFocusOn(from: HTMLElement | null, to: number | "composer" | null): void {
  if (from?.matches(":focus-within") !== true) return;
  const room = from.closest("section");
  const target = room?.querySelector<HTMLElement>(to === "composer" ? "textarea" : `article[data-seq="${to}"]`);
  (target ?? room?.querySelector<HTMLElement>("[data-scroller]"))?.focus({ preventScroll: true });
}

const FoundSaid = lateComponent(async () => (await import("./found-said.tsx")).FoundSaid);

function FoundBar({ found, onClose }: { readonly found: Found; readonly onClose: () => void }) {
  const t = useTranslations("found");
  const title = useRoomTitle(found.roomId);
  // FIND-4e: a bar opened by a search result is not closed by the back button, which returns to the results.
  useBackToClose(found.fieldAsked > 0 ? onClose : null);
  return (
    <div className={styles["bar"]} role="search" aria-label={t("bar")}>
      <VisuallyHidden as="h2">{title}</VisuallyHidden>
      <Field found={found} />
      <Suspense fallback={null}>
        <FoundSaid found={found} />
      </Suspense>
      <div className={styles["ways"]}>
        <Way step={1} found={found} />
        <Way step={-1} found={found} />
        <IconButton label={t("close")} tipSide="left" onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

function Way({ step, found: { seqs } }: { readonly step: -1 | 1; readonly found: Found }) {
  const t = useTranslations("found");
  const dispatch = useDispatch();
  const Arrow = step > 0 ? ChevronUp : ChevronDown;
  return (
    <IconButton
      label={step > 0 ? t("next") : t("previous")}
      tipSide="left"
      aria-disabled={seqs.length === 0 || undefined}
      onClick={() => dispatch({ type: "found/walked", step, isInBar: true })}
    >
      <Arrow size={20} aria-hidden="true" />
    </IconButton>
  );
}

function Field({ found: { text, fieldAsked } }: { readonly found: Found }) {
  const t = useTranslations("found");
  const dispatch = useDispatch();
  const field = useRef<HTMLInputElement>(null);
  // This is a layout effect, so that the next key already goes to the field.
  useLayoutEffect(() => {
    if (fieldAsked === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [fieldAsked]);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    dispatch({ type: "found/walked", step: event.shiftKey ? -1 : 1, isInBar: true });
  }
  return (
    <input
      ref={field}
      className={styles["field"]}
      type="text"
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={searchCharactersMax}
      aria-label={t("field")}
      placeholder={t("open")}
      value={text}
      onChange={(event) => dispatch({ type: "found/typed", text: event.target.value })}
      onKeyDown={onKeyDown}
    />
  );
}
