import { Suspense, useEffect } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import section from "../design/section.module.css";
import { LanguageSwitch } from "../language/language-switch.tsx";
import { lateComponent } from "../platform/late-component.ts";
import { Avatar } from "../presence/person-mark.tsx";
import { useAppState, useCommands } from "../state/app-context.ts";
import { me } from "../state/selectors.ts";
import styles from "./account-dialog.module.css";
import { Devices } from "./devices.tsx";
import { PasswordForm } from "./password-form.tsx";

// ACC-5: only of staff.
const OwnFactor = lateComponent(async () => (await import("../two-factor/own-factor.tsx")).OwnFactor, { isRare: true });

/** One's own account: language, password, devices (ACC-1 to ACC-3). */
export function AccountDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const self = useAppState(me);
  const { openAccount } = useCommands();
  useEffect(openAccount, [openAccount]);
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
        <PasswordForm isTitled />
        {self && self.kind !== "customer" && (
          <Suspense fallback={null}>
            <OwnFactor />
          </Suspense>
        )}
        <Devices />
      </div>
    </Dialog>
  );
}
