import { type ReactNode, useEffect } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import section from "../design/section.module.css";
import { LanguageSwitch } from "../design/language-switch.tsx";
import { Avatar } from "../design/person-mark.tsx";
import { useAppState, useCommands } from "../state/app-context.ts";
import { me } from "../state/selectors.ts";
import styles from "./account-dialog.module.css";
import { Devices } from "./devices.tsx";
import { PasswordForm } from "./password-form.tsx";

interface AccountDialogProps {
  /** One's own second factor (ACC-5), which only staff have. */
  readonly factor: ReactNode;
  readonly onClose: () => void;
}

/** One's own account: language, password, devices (ACC-1 to ACC-3). */
export function AccountDialog({ factor, onClose }: AccountDialogProps) {
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
        {self && self.kind !== "customer" && factor}
        <Devices />
      </div>
    </Dialog>
  );
}
