import { Suspense, useState, type ComponentPropsWithRef } from "react";
import { lateComponent } from "../platform/late-component.ts";
import type { RoomId } from "../state/entities.ts";
import { EllipsisVertical } from "lucide-react";
import { useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";

const RoomMenuContent = lateComponent(async () => (await import("./room-menu-items.tsx")).RoomMenuContent);

export function RoomMenu({ roomId }: { readonly roomId: RoomId }) {
  const [isWanted, setIsWanted] = useState(false);
  return isWanted ? (
    <Suspense fallback={<RoomMenuButton aria-busy="true" />}>
      <RoomMenuContent roomId={roomId} button={<RoomMenuButton />} />
    </Suspense>
  ) : (
    <RoomMenuButton aria-haspopup="menu" aria-expanded="false" onClick={() => setIsWanted(true)} />
  );
}

function RoomMenuButton(props: Omit<ComponentPropsWithRef<"button">, "className" | "type">) {
  const t = useTranslations("room");
  return (
    <IconButton {...props} label={t("menu")} tipSide="left">
      <EllipsisVertical size={18} aria-hidden="true" />
    </IconButton>
  );
}
