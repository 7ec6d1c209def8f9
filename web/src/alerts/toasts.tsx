import { CircleAlert, CircleCheck, X } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";
import { loadPart } from "../platform/load-part.ts";
import type { Alert } from "./alerts-shape.ts";
import { useChat, useCommands } from "../state/use-chat.ts";
import styles from "./toasts.module.css";

const UnsentWays = lazy(async () => ({ default: (await loadPart(() => import("./unsent-ways.tsx"))).UnsentWays }));

/** The toasts of the moment (TOAST-1). They stay while pointer or focus is on them. */
export function Toasts() {
  const t = useTranslations("alerts");
  const alerts = useChat((state) => state.alerts);
  if (alerts.length === 0) return null;
  return (
    <section className={styles["toasts"]} aria-label={t("label")}>
      {alerts.map((alert) => (
        <Toast key={alert.id} alert={alert} />
      ))}
    </section>
  );
}

function Toast({ alert }: { readonly alert: Alert }) {
  const t = useTranslations();
  const { dismissAlert, holdAlert, releaseAlert } = useCommands();
  const Sign = alert.type === "danger" ? CircleAlert : CircleCheck;
  return (
    <div
      className={styles["toast"]}
      data-type={alert.type}
      data-phase={alert.phase}
      role={alert.type === "danger" ? "alert" : "status"}
      onPointerEnter={() => holdAlert(alert.id)}
      onPointerLeave={() => releaseAlert(alert.id)}
      onFocus={() => holdAlert(alert.id)}
      onBlur={() => releaseAlert(alert.id)}
    >
      <span className={styles["sign"]}>
        <Sign size={18} aria-hidden="true" />
      </span>
      <p className={styles["text"]}>
        {alert.text.kind === "key" ? [t(alert.text.key), alert.text.quote].join(" ") : alert.text.text}
        {alert.text.kind === "key" && alert.text.unsent && (
          <Suspense>
            <UnsentWays {...alert.text.unsent} />
          </Suspense>
        )}
      </p>
      <IconButton label={t("alerts.dismiss")} isSmall tipSide="left" onClick={() => dismissAlert(alert.id)}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
