import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { ChoicesForm, YesNo } from "./choices-form.tsx";
import sections from "../design/section.module.css";
import styles from "./notifications-dialog.module.css";
import type { NotificationAccess } from "./notifications-shape.ts";
import { openOutside } from "../platform/page/open-outside.ts";

/** NOTE-1 settings apply to this device, NOTE-2 settings to all of the person's devices. */
export function NotificationsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const dispatch = useDispatch();
  useEffect(() => dispatch({ type: "notifications/look-asked" }), [dispatch]);
  return (
    <Dialog title={t("notifications.title")} closeLabel={t("app.close")} isSheet onClose={onClose}>
      <div className={styles["notifications"]}>
        <Permission />
        <Sound />
        <ChoicesForm />
      </div>
    </Dialog>
  );
}

function Permission() {
  const t = useTranslations("notificationsDialog");
  const { permission } = useAppState(({ notifications }) => notifications);
  const section = useRef<HTMLDivElement>(null);
  const hasBegun = useRef(false);
  // Takes the focus on opening, and again whenever the focused button has disappeared.
  useEffect(() => {
    const { current: element } = section;
    if (!element || (hasBegun.current && element.ownerDocument.activeElement !== element.ownerDocument.body)) return;
    hasBegun.current = true;
    const button = element.querySelector("button");
    if (button) button.focus();
    // Focuses without scrolling: screen readers start at the top, even if little of the dialog fits on the screen.
    else element.focus({ preventScroll: true });
  });
  return (
    <>
      <p className={sections["note"]}>{t("why")}</p>
      <div ref={section} className={sections["section"]} role="status" tabIndex={-1}>
        <State permission={permission} />
      </div>
    </>
  );
}

function State({ permission }: { readonly permission: NotificationAccess }) {
  const t = useTranslations("notificationsDialog");
  switch (permission) {
    case "default":
      return <NotAsked />;
    case "granted":
      return <Allowed />;
    case "denied":
    case "unsupported": {
      const [way, note] =
        permission === "denied" ? (["unblock", "unblockApp"] as const) : (["otherBrowser", "titleAnyway"] as const);
      return (
        <>
          <p className={styles["state"]}>{t(permission)}</p>
          <p>{t(way)}</p>
          <p className={sections["note"]}>{t(note)}</p>
        </>
      );
    }
    case "in-frame":
      return <HostNotifications />;
    case "home-screen":
      return (
        <>
          <p className={styles["state"]}>{t("homeScreen")}</p>
          <ol className={styles["steps"]}>
            <li>{t("homeSteps.share")}</li>
            <li>{t("homeSteps.add")}</li>
            <li>{t("homeSteps.open")}</li>
          </ol>
        </>
      );
  }
}

function NotAsked() {
  const t = useTranslations("notificationsDialog");
  const isAsking = useAppState(({ notifications }) => notifications.isAsking);
  const dispatch = useDispatch();
  return (
    <>
      <p className={styles["state"]}>{t("default")}</p>
      <p>{isAsking ? t("asking") : t("willAsk")}</p>
      <Button look="primary" isBusy={isAsking} onClick={() => dispatch({ type: "notifications/enable-asked" })}>
        {t("enable")}
      </Button>
    </>
  );
}

function Allowed() {
  const t = useTranslations("notificationsDialog");
  const { isWanted, push } = useAppState(({ notifications }) => notifications);
  const dispatch = useDispatch();
  if (!isWanted)
    return (
      <>
        <p className={styles["state"]}>{t("off")}</p>
        <Button look="primary" onClick={() => dispatch({ type: "notifications/enable-asked" })}>
          {t("enable")}
        </Button>
      </>
    );
  const reach = { running: "pushed", starting: "starting", none: "unserved", impossible: "pageOnly" } as const;
  return (
    <>
      <p className={styles["state"]}>{t("on")}</p>
      <p>{t(reach[push])}</p>
      <div className={styles["buttons"]}>
        <Button onClick={() => dispatch({ type: "notifications/test-asked" })}>{t("test")}</Button>
        <Button onClick={() => dispatch({ type: "notifications/disable-asked" })}>{t("disable")}</Button>
      </div>
    </>
  );
}

function Sound() {
  const t = useTranslations("notificationsDialog");
  const isSoundOn = useAppState(({ notifications }) => notifications.isSoundOn);
  const dispatch = useDispatch();
  return (
    <section className={sections["section"]}>
      <h3>{t("sound")}</h3>
      <YesNo
        label={t("sound")}
        isOn={isSoundOn}
        onChoose={(isOn) => dispatch({ type: "notifications/sound-chosen", isOn })}
      />
      <p className={sections["note"]}>{t("soundHint")}</p>
    </section>
  );
}

/** EMB-7: in a frame, either the host shows notifications or the person opens a separate window. */
function HostNotifications() {
  const t = useTranslations();
  const host = useAppState(({ notifications }) => notifications.host);
  const dispatch = useDispatch();
  return (
    <>
      <p className={styles["state"]}>{t(`hostNotifications.${host ?? "none"}`)}</p>
      {host !== "granted" && <p>{t("hostNotifications.hint")}</p>}
      <div className={styles["buttons"]}>
        {host !== "granted" && (
          <Button look="primary" onClick={() => dispatch({ type: "notifications/enable-asked" })}>
            {t("hostNotifications.ask")}
          </Button>
        )}
        <Button onClick={openOutside}>{t("nav.openOutside")}</Button>
      </div>
    </>
  );
}
