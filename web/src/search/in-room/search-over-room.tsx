import { type ReactNode, useRef } from "react";
import { useWindowKeys, type WindowKey } from "../../platform/input/use-keys.ts";
import type { RoomId } from "../../state/entities.ts";
import { useAppState, useCommands } from "../../state/app-context.ts";
import { FoundBar } from "./found-bar.tsx";
import { handFocusOn } from "./hand-focus-on.ts";
import styles from "./search-over-room.module.css";
import { foundIn } from "../../state/search/use-found.ts";

interface SearchOverRoomProps {
  readonly roomId: RoomId;
  /** The room's header: the bar lies over it, so that nothing moves. */
  readonly children: ReactNode;
}

/** The search inside a conversation, and its keys (FIND-4f, FIND-4e). */
export function SearchOverRoom({ roomId, children }: SearchOverRoomProps) {
  const found = useAppState((state) => foundIn(state, roomId));
  const isOpen = found !== null;
  /** Whether the bar was opened from the composer, where closing it leads back (FIND-4e). */
  const wasWriting = useRef(false);
  const bar = useRef<HTMLDivElement>(null);
  const { closeFound } = useCommands();
  function close(): void {
    handFocusOn(bar.current, wasWriting.current ? "composer" : (found?.seq ?? null));
    wasWriting.current = false;
    closeFound();
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
  /** Learns from where the bar is opened. */
  readonly onOpen: (isWriting: boolean) => void;
}

/** The keys of the search, wherever the focus is. The browser's own search comes where the field has the keys already. */
function useSearchKeys({ roomId, isOpen, isInBar, close, onOpen }: SearchKeys): void {
  const { searchRoom, walkFound } = useCommands();
  function onFind({ isWriting }: WindowKey): boolean {
    const isAgain = isOpen && isWriting && isInBar();
    if (!isInBar()) onOpen(isWriting);
    if (!isAgain) searchRoom(roomId);
    return !isAgain;
  }
  function onKey({ key, shiftKey }: WindowKey): boolean {
    if (key === "F3") walkFound(shiftKey ? -1 : 1, isInBar());
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
