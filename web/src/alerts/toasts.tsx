import { CircleAlert, CircleCheck, X } from "lucide-react";
import { type CSSProperties, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslations } from "use-intl";
import { Button, IconButton } from "../design/button.tsx";
import { classNames } from "../design/class-names.ts";
import { useTopDialog } from "../design/dialog.tsx";
import { pageBody } from "../platform/page/page.ts";
import { lastPress } from "../platform/input/last-press.ts";
import { useMedia } from "../platform/page/use-media.ts";
import { lateComponent } from "../platform/late-component.ts";
import type { Alert, AlertText, PressPoint } from "../state/alerts/alerts-state.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { useTitleWords } from "../state/rooms/use-room-title.ts";
import styles from "./toasts.module.css";

const UnsentWays = lateComponent(async () => (await import("./unsent-ways.tsx")).UnsentWays);

/** TOAST-2: a modal dialog hides everything outside, also from screen readers, so the toasts move into it. */
export function Toasts() {
  const t = useTranslations("alerts");
  const alerts = useAppState((state) => state.alerts);
  const dialog = useTopDialog();
  const placed = alerts.findLast(({ action, at }) => action === "undo" || at !== undefined);
  const point = usePressPoint(placed, dialog !== null);
  const others = point === null ? alerts : alerts.filter((alert) => alert !== placed);
  const toasts = others.length > 0 && (
    <section className={classNames(styles["toasts"], dialog !== null && styles["above"])} aria-label={t("label")}>
      {others.map((alert) => (
        <Toast key={alert.id} alert={alert} />
      ))}
    </section>
  );
  return (
    <>
      {dialog === null ? toasts : createPortal(toasts, dialog)}
      {placed && point && <PlacedToast alert={placed} point={point} />}
    </>
  );
}

const roomyWindow = "(width >= 720px) and (height >= 500px)";

const bannerEnd = 180;

/** LOOK-5: returns where the person pressed to cause the toast; null if the toast does not fit there. */
function usePressPoint(alert: Alert | undefined, hasDialog: boolean): PressPoint | null {
  const id = alert?.id;
  const [known, setKnown] = useState({ id, point: lastPress() });
  const isRoomy = useMedia(roomyWindow);
  const clearFrom = useAppState((state) => (state.connection.isAwayLong ? bannerEnd : 0));
  if (known.id !== id) setKnown({ id, point: lastPress() });
  const point = alert?.at ?? (known.id === id ? known.point : null);
  const isFree = isRoomy && !hasDialog;
  return isFree && point !== null && point.y >= clearFrom ? point : null;
}

function PlacedToast({ alert, point: { x, y, half } }: { readonly alert: Alert; readonly point: PressPoint }) {
  const t = useTranslations("alerts");
  const style: CSSProperties & Record<`--${string}`, string> = { "--x": `${x}px`, "--y": `${y}px` };
  return createPortal(
    <section className={styles["placed"]} aria-label={t("label")} style={style} data-half={half}>
      <Toast alert={alert} />
    </section>,
    pageBody(),
  );
}

function Toast({ alert }: { readonly alert: Alert }) {
  const t = useTranslations();
  const dispatch = useDispatch();
  // A toast may move away from the pointer into a dialog that opens, and no event reports that the pointer has left.
  useEffect(() => () => dispatch({ type: "alerts/released", id: alert.id }), [alert.id, dispatch]);
  const Sign = alert.type === "danger" ? CircleAlert : CircleCheck;
  return (
    <div
      className={styles["toast"]}
      data-type={alert.type}
      data-phase={alert.phase}
      role={alert.type === "danger" ? "alert" : "status"}
      onPointerMove={({ movementX, movementY }) => {
        // A toast that appears under an idle pointer was not pointed at.
        if (movementX !== 0 || movementY !== 0) dispatch({ type: "alerts/held", id: alert.id });
      }}
      onPointerLeave={() => dispatch({ type: "alerts/released", id: alert.id })}
      onFocus={() => dispatch({ type: "alerts/held", id: alert.id })}
      onBlur={() => dispatch({ type: "alerts/released", id: alert.id })}
    >
      <span className={styles["sign"]}>
        <Sign size={18} aria-hidden="true" />
      </span>
      <div className={styles["text"]}>
        <Said text={alert.text} />
      </div>
      {alert.action !== undefined && (
        <span className={styles["action"]}>
          <Button look="link" onClick={() => dispatch({ type: "alerts/acted", id: alert.id })}>
            {t(`alerts.${alert.action}`)}
          </Button>
        </span>
      )}
      <IconButton
        label={t("alerts.dismiss")}
        isSmall
        tipSide="left"
        onClick={() => dispatch({ type: "alerts/hidden", id: alert.id })}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function Said({ text }: { readonly text: AlertText }) {
  const t = useTranslations();
  const title = useTitleWords();
  if (text.kind === "text") return <p>{text.text}</p>;
  const { key, quote, details, unsent, name = "", count = 0 } = text;
  return (
    <>
      <p>
        {[t(key, { room: title(text.room), name, count }), quote].join(" ")}
        {unsent && (
          <Suspense>
            <UnsentWays {...unsent} />
          </Suspense>
        )}
      </p>
      {details !== undefined && (
        <details>
          <summary>{t("alerts.details")}</summary>
          {details}
        </details>
      )}
    </>
  );
}
