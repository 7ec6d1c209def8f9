import { EllipsisVertical } from "lucide-react";
import type { ComponentPropsWithRef } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";

export function RoomMenuButton(props: Omit<ComponentPropsWithRef<"button">, "className" | "type">) {
  const t = useTranslations("room");
  return (
    <IconButton {...props} label={t("menu")} tipSide="left">
      <EllipsisVertical size={18} aria-hidden="true" />
    </IconButton>
  );
}
