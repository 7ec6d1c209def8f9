import { Bell } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { BarButton } from "../design/button.tsx";
import { lateComponent } from "../platform/late-component.ts";

const NotificationsDialog = lateComponent(async () => (await import("./notifications-dialog.tsx")).NotificationsDialog);

export function NotificationsButton() {
  const t = useTranslations("notifications");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <BarButton
        label={t("title")}
        picture={<Bell size={18} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <NotificationsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
