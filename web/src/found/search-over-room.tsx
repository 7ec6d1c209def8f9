import { type ReactNode, Suspense, useRef } from "react";
import { lateComponent } from "../platform/late-component.ts";
import { useWindowKeys, type WindowKey } from "../platform/use-keys.ts";
import type { RoomId } from "../state/entities.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { handFocusOn } from "./hand-focus-on.ts";
import styles from "./search-over-room.module.css";
import { foundIn } from "./use-found.ts";

const FoundBar = lateComponent(async () => (await import("./found-bar.tsx")).FoundBar);

interface SearchOverRoomProps {
  readonly roomId: RoomId;
  /** The room's header: the bar lies over it, so that nothing moves. */
  readonly children: ReactNode;
}

/** The search inside a conversation, and its keys (FIND-4f, FIND-4e). */
export function SearchOverRoom({ roomId, children }: SearchOverRoomProps) {
  const isOpen = useAppState((state) => foundIn(state, roomId) !== null);
  const seq = useAppState((state) => foundIn(state, roomId)?.seq ?? null);
  const bar = useRef<HTMLDivElement>(null);
  const { closeFound } = useCommands();
  function close(): void {
    handFocusOn(bar.current, seq);
    closeFound();
  }
  useSearchKeys({ roomId, isOpen, close, isInBar: () => bar.current?.matches(":focus-within") === true });
  return (
    <div className={styles["room"]}>
      <div inert={isOpen}>{children}</div>
      <div ref={bar}>
        {isOpen && (
          <Suspense fallback={null}>
            <FoundBar roomId={roomId} onClose={close} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

interface SearchKeys {
  readonly roomId: RoomId;
  readonly isOpen: boolean;
  readonly isInBar: () => boolean;
  readonly close: () => void;
}

/** The keys of the search, wherever the focus is. The browser's own search comes where the field has the keys already. */
function useSearchKeys({ roomId, isOpen, isInBar, close }: SearchKeys): void {
  const { searchRoom, walkFound } = useCommands();
  function onFind({ isWriting }: WindowKey): boolean {
    const isAgain = isOpen && isWriting && isInBar();
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
