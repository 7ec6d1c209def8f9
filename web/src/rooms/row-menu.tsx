import { useTranslations } from "use-intl";
import { PointMenu } from "../design/menu.tsx";
import type { RoomId } from "../state/entities.ts";
import { useAppState } from "../state/app-context.ts";
import { isListable } from "../state/rooms/listing.ts";
import { RoomMenuItems } from "./room-menu-items.tsx";

/** A menu that was asked for: of which room, by what, and where. */
export interface OpenRowMenu {
  readonly roomId: RoomId;
  readonly opener: HTMLElement;
  readonly at: { readonly x: number; readonly y: number };
}

/** The menu of a row, open from the first. */
export function RowMenu({ roomId, at, opener, onClose }: OpenRowMenu & { readonly onClose: () => void }) {
  const t = useTranslations("room");
  const isThere = useAppState((state) => isListable(state, roomId));

  function close() {
    // The keys go on where they were.
    if (opener.isConnected) opener.focus({ preventScroll: true });
    onClose();
  }

  if (!isThere) return null;
  return (
    <PointMenu
      label={t("menu")}
      at={at}
      onClose={close}
      // A thumb that is lifted after its long press focuses what it pressed.
      onFocusOutside={(event) => event.preventDefault()}
    >
      <RoomMenuItems roomId={roomId} isRow />
    </PointMenu>
  );
}
