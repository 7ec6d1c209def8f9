import { Suspense, useEffect, useState } from "react";
import { wasSearchPressed } from "../platform/input/early-key.ts";
import { lateComponent } from "../platform/late-component.ts";
import { useWindowKeys } from "../platform/input/use-keys.ts";
import { neighbourRoom } from "./neighbour-room.ts";
import type { RoomId } from "../state/entities.ts";
import type { AppState } from "../state/shape.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { lastUndoable } from "../state/undo/undo-state.ts";
import { shortcutOfKey } from "./shortcut-of-key.ts";

const ShortcutsDialog = lateComponent(async () => (await import("./shortcuts-dialog.tsx")).ShortcutsDialog);

/** Listens for the keys that work everywhere on the home screen, through the rooms as listed; shows their list on `?`. */
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
  const { undo, selectRoom, closeRoom, openSearch } = useCommands();

  // WEB-11
  useEffect(() => {
    if (wasSearchPressed()) openSearch();
  }, [openSearch]);

  useWindowKeys((pressed) => {
    const shortcut = shortcutOfKey(pressed);
    if (shortcut === null) return false;
    if (shortcut === "help") setIsHelpOpen(true);
    else if (shortcut === "search") openSearch();
    else if (shortcut === "undo") {
      if (undoable === undefined) return false;
      undo(undoable);
    } else if (shortcut === "close-room") {
      if (!isRoomOpen) return false;
      closeRoom();
    } else {
      const roomId = rooms[shortcut] ?? null;
      if (roomId !== null) selectRoom(roomId);
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
