import { Menu } from "../design/menu.tsx";
import type { RoomId } from "../state/entities.ts";
import { RoomMenuButton } from "./room-menu-button.tsx";
import { RoomMenuItems } from "./room-menu-items.tsx";

/** The menu itself, open as soon as its code has loaded. */
export function RoomMenuContent({ roomId }: { readonly roomId: RoomId }) {
  return (
    <Menu button={<RoomMenuButton />} align="end" isOpenFirst>
      <RoomMenuItems roomId={roomId} isRow={false} />
    </Menu>
  );
}
