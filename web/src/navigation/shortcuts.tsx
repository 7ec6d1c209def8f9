import { Suspense, useEffect, useState } from "react";
import { wasSearchPressed } from "../platform/input/early-key.ts";
import { lateComponent } from "../platform/late-component.ts";
import { useWindowKeys, type WindowKey } from "../platform/input/use-keys.ts";
import type { RoomId } from "../state/entities.ts";
import type { AppState } from "../state/shape.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { lastUndoable } from "../state/undo/undo-state.ts";
import { selectedRoomId, shownUnread } from "../state/selectors.ts";

export type Shortcut = `${"next" | "previous"}-${"room" | "unread"}` | "help" | "search" | "close-room" | "undo";

export const shortcuts: Readonly<Record<string, Shortcut>> = {
  "Alt+ArrowDown": "next-room",
  "Alt+ArrowUp": "previous-room",
  "Alt+Shift+ArrowDown": "next-unread",
  "Alt+Shift+ArrowUp": "previous-unread",
  "?": "help",
  "Ctrl+/": "help",
  "Ctrl+k": "search",
  "Ctrl+z": "undo",
  Escape: "close-room",
};

const writersOwn: readonly string[] = ["?", "Ctrl+z"];

/** The shortcut for a key; null for other keys and during IME composition. */
export function shortcutOfKey(pressed: WindowKey): Shortcut | null {
  const chord = chordOf(pressed);
  if (pressed.isComposing || (pressed.isWriting && writersOwn.includes(chord))) return null;
  return shortcuts[chord] ?? null;
}

/** The pressed keys as the table writes them. A "?" ignores Shift, since keyboards differ. */
function chordOf({ key, isCommand, altKey, shiftKey }: WindowKey): string {
  const parts = [isCommand && "Ctrl", altKey && "Alt", shiftKey && key !== "?" && "Shift", key];
  return parts.filter(Boolean).join("+");
}

const ShortcutsDialog = lateComponent(async () => (await import("./shortcuts-dialog.tsx")).ShortcutsDialog);

export function Shortcuts({ listed }: { readonly listed: (state: AppState) => readonly RoomId[] }) {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const isRoomOpen = useAppState((state) => state.openRoom.phase !== "none");
  const rooms: Readonly<Record<string, RoomId | null>> = {
    "next-room": useAppState((state) => neighbourRoom(state, listed(state), 1, false)),
    "previous-room": useAppState((state) => neighbourRoom(state, listed(state), -1, false)),
    "next-unread": useAppState((state) => neighbourRoom(state, listed(state), 1, true)),
    "previous-unread": useAppState((state) => neighbourRoom(state, listed(state), -1, true)),
  };
  const undoable = useAppState(lastUndoable);
  const dispatch = useDispatch();

  useEffect(() => {
    if (wasSearchPressed()) dispatch({ type: "search/panel-opened", isChange: false });
  }, [dispatch]);

  useWindowKeys((pressed) => {
    const shortcut = shortcutOfKey(pressed);
    if (shortcut === null) return false;
    if (shortcut === "help") setIsHelpOpen(true);
    else if (shortcut === "search") dispatch({ type: "search/panel-opened", isChange: false });
    else if (shortcut === "undo") {
      if (undoable === undefined) return false;
      dispatch({ type: "undo/asked", id: undoable });
    } else if (shortcut === "close-room") {
      if (!isRoomOpen) return false;
      dispatch({ type: "room/close-asked" });
    } else {
      const roomId = rooms[shortcut] ?? null;
      if (roomId !== null) dispatch({ type: "room/selected", roomId });
    }
    return true;
  });

  return (
    isHelpOpen && (
      <Suspense fallback={null}>
        <ShortcutsDialog onClose={() => setIsHelpOpen(false)} />
      </Suspense>
    )
  );
}

/** The next room of a list in a direction, or the next unread one; null past either end. */
function neighbourRoom(state: AppState, order: readonly RoomId[], step: 1 | -1, isUnreadOnly: boolean): RoomId | null {
  const open = selectedRoomId(state);
  const from = open === null ? -1 : order.indexOf(open);
  for (let at = from < 0 && step < 0 ? order.length - 1 : from + step; at >= 0 && at < order.length; at += step) {
    const id = order[at];
    if (id !== undefined && (!isUnreadOnly || shownUnread(state, id) > 0)) return id;
  }
  return null;
}
