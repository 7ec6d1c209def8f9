import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import { LanguageSwitch } from "../language/language-switch.tsx";
import { useBackToClose } from "../platform/use-back-to-close.ts";
import { Avatar } from "../presence/person-mark.tsx";
import { useAppState, useCommands } from "../state/app-context.ts";
import { me } from "../state/selectors.ts";
import styles from "./account-dialog.module.css";
import { Devices } from "./devices.tsx";
import { PasswordForm } from "./password-form.tsx";

/** One's own account: language, password, devices (ACC-1 to ACC-3). */
export function AccountDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const self = useAppState(me);
  const { openAccount } = useCommands();
  useEffect(openAccount, [openAccount]);
  useBackToClose(onClose);
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
              <p className={styles["note"]}>
                {self.username} · {t(`kind.${self.kind}`)}
              </p>
            </div>
          </div>
        )}
        <section className={styles["section"]}>
          <h3>{t("language.label")}</h3>
          <LanguageSwitch />
          <p className={styles["note"]}>{t("account.languageHint")}</p>
        </section>
        <PasswordForm isTitled />
        <Devices />
      </div>
    </Dialog>
  );
}
