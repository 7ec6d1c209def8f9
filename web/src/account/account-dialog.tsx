import { type ReactNode, useEffect } from "react";
import { useTranslations, useLocale } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import section from "../design/section.module.css";
import { LanguageSwitch } from "../design/language-switch.tsx";
import { Avatar } from "../design/person-mark.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { me } from "../state/selectors.ts";
import styles from "./account-dialog.module.css";
import { MailSection } from "./mail/mail-section.tsx";
import { PasswordForm } from "./password-form.tsx";
import { Button } from "../design/button.tsx";
import { Blank } from "../design/notice.tsx";
import { momentLabel, timeLabel } from "../language/time-label.ts";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { parseTimestamp } from "../platform/clock.ts";
import { dayNumber, useToday } from "../platform/today.ts";
import type { OwnDevice } from "./account-part.ts";

/** ACC-1 to ACC-3, POST-1; `factor` shows the second factor (ACC-5), which only staff have. */
export function AccountDialog({ factor, onClose }: { readonly factor: ReactNode; readonly onClose: () => void }) {
  const t = useTranslations();
  const self = useAppState(me);
  const dispatch = useDispatch();
  useEffect(() => dispatch({ type: "account/opened" }), [dispatch]);
  return (
    <Dialog title={t("account.title")} closeLabel={t("app.close")} isSheet onClose={onClose}>
      <div className={styles["account"]}>
        {self && (
          <div className={styles["who"]}>
            <Avatar name={self.name} kind={self.kind} />
            <div>
              <p className={styles["name"]}>
                <bdi>{self.name}</bdi>
              </p>
              <p className={section["note"]}>
                {self.username} · {t(`kind.${self.kind}`)}
              </p>
            </div>
          </div>
        )}
        <section className={section["section"]}>
          <h3>{t("language.label")}</h3>
          <LanguageSwitch />
          <p className={section["note"]}>{t("account.languageHint")}</p>
        </section>
        <MailSection />
        <PasswordForm isTitled />
        {self && self.kind !== "customer" && factor}
        <Devices />
      </div>
    </Dialog>
  );
}

function Devices() {
  const t = useTranslations();
  const { phase, list, error } = useAppState((state) => state.devices);
  const dispatch = useDispatch();
  const others = list.filter(({ isCurrent }) => !isCurrent);
  return (
    <section className={section["section"]}>
      <h3>{t("devices.title")}</h3>
      {phase === "failed" && error ? (
        <Blank title={t("devices.failed")} hint={<ErrorText error={error} />} isFailure>
          <WaitButton error={error} onClick={() => dispatch({ type: "account/devices-asked" })} />
        </Blank>
      ) : (
        phase === "loading" && list.length === 0 && <p role="status">{t("devices.loading")}</p>
      )}
      {list.length > 0 && (
        <ul className={styles["devices"]}>
          {[...list.filter(({ isCurrent }) => isCurrent), ...others].map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
      {phase === "ready" && others.length === 0 && <p className={section["note"]}>{t("devices.none")}</p>}
    </section>
  );
}

function DeviceRow({ device }: { readonly device: OwnDevice }) {
  const t = useTranslations("devices");
  const dispatch = useDispatch();
  const { browser, system } = deviceName(device.userAgent);
  const words = { browser: browser ?? t("otherBrowser"), system: system ?? t("otherSystem") };
  const name = browser === null && system === null ? t("unknown") : t("program", words);
  const used = useUsed(device);
  const { ending } = device;
  return (
    <li className={styles["device"]}>
      <div>
        <p className={styles["name"]}>{name}</p>
        <p className={section["note"]}>{device.isCurrent ? t("current") : used}</p>
      </div>
      {!device.isCurrent && (
        <Button
          isBusy={ending === "busy"}
          aria-label={t("endLabel", { device: name })}
          onClick={() => dispatch({ type: "account/device-end-asked", id: device.id })}
        >
          {ending === "busy" ? t("ending") : t("end")}
        </Button>
      )}
      {ending !== undefined && ending !== "busy" && (
        <p className={styles["error"]} role="alert">
          <ErrorText error={ending} />
        </p>
      )}
    </li>
  );
}

function useUsed({ lastUsedAt }: OwnDevice): string {
  const t = useTranslations("devices");
  const locale = useLocale();
  const today = dayNumber(useToday());
  const at = parseTimestamp(lastUsedAt);
  return dayNumber(at) === today
    ? t("usedToday", { when: timeLabel(at, locale) })
    : t("used", { when: momentLabel(at, locale) });
}

type Marks = readonly (readonly [name: string, mark: RegExp])[];

/** The first match wins, since Edge and Opera also claim to be Chrome, and Chrome to be Safari. */
const browsers: Marks = [
  ["Edge", /\bEdgA?(?:iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Headless)?Chrome\/|\bCriOS\//],
  ["Safari", /\bSafari\//],
];

const systems: Marks = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/** ACC-3: the names of the browser and the system; null if unknown. */
export const deviceName = (userAgent: string | null) => ({
  browser: nameIn(browsers, userAgent ?? ""),
  system: nameIn(systems, userAgent ?? ""),
});

const nameIn = (marks: Marks, text: string): string | null => marks.find(([, mark]) => mark.test(text))?.[0] ?? null;
