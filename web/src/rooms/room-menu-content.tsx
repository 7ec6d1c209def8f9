import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import { LogOut } from "lucide-react";
import { useTranslations } from "use-intl";
import styles from "../design/menu.module.css";
import type { RoomId } from "../state/entities.ts";
import { useCommands } from "../state/app-context.ts";
import { RoomMenuButton } from "./room-menu-button.tsx";

/** The menu itself, open as soon as its code has loaded. */
export function RoomMenuContent({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("room");
  const { leaveRoom } = useCommands();
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>
        <RoomMenuButton />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className={styles["menu"]} align="end" sideOffset={4} collisionPadding={8}>
        <DropdownMenu.Item className={styles["item"]} onSelect={() => leaveRoom(roomId)}>
          <LogOut size={16} aria-hidden="true" />
          {t("leave")}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
