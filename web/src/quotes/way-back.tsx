import { Undo2 } from "lucide-react";
import { useTranslations } from "use-intl";
import { useBackToClose } from "../platform/input/use-back-to-close.ts";
import type { RoomId } from "../state/entities.ts";
import { useDispatch } from "../state/app-context.ts";

/** REPLY-4: returns to where the person followed a quote, by this button or the browser's back button. */
export function WayBack({ roomId, className }: { readonly roomId: RoomId; readonly className: string | undefined }) {
  const t = useTranslations("quotes");
  const dispatch = useDispatch();
  useBackToClose(() => dispatch({ type: "quotes/returned", roomId }));
  return (
    <button type="button" className={className} onClick={() => dispatch({ type: "quotes/returned", roomId })}>
      <Undo2 size={16} aria-hidden="true" />
      {t("back")}
    </button>
  );
}
