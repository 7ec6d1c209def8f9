import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import styles from "../design/menu.module.css";
import type { RoomId } from "../state/entities.ts";
import { RoomMenuButton } from "./room-menu-button.tsx";
import { RoomMenuItems } from "./room-menu-items.tsx";

/** The menu itself, open as soon as its code has loaded. */
export function RoomMenuContent({ roomId }: { readonly roomId: RoomId }) {
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>
        <RoomMenuButton />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className={styles["menu"]} align="end" sideOffset={4} collisionPadding={8}>
        <RoomMenuItems roomId={roomId} isRow={false} />
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
