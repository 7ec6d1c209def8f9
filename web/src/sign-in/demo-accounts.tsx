import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { useTranslations } from "use-intl";
import { PersonMark } from "../presence/person-mark.tsx";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./demo-accounts.module.css";

/** All demo accounts have it (RUN-9). */
const demoPassword = "demo";

/** The demo accounts as chips, each signing in through its own realm. Nothing outside demo mode. */
export function DemoAccounts() {
  const t = useTranslations();
  const accounts = useAppState((state) => state.settings?.demoAccounts);
  const isBusy = useAppState((state) => state.signIn.phase === "busy");
  const { chooseRealm, signIn } = useCommands();
  if (!accounts || accounts.length === 0) return null;

  function enter(username: string, kind: ParticipantKind) {
    if (isBusy) return;
    chooseRealm(kind === "erp" ? "erp" : "customer");
    signIn(username, demoPassword);
  }

  return (
    <section className={styles["demo"]} aria-label={t("signIn.demoTitle")}>
      <h2 className={styles["title"]}>{t("signIn.demoTitle")}</h2>
      <div className={styles["chips"]}>
        {accounts.map(({ username, name, kind: written }) => {
          const kind = kindOf(written);
          return (
            <button
              key={username}
              type="button"
              className={styles["chip"]}
              title={t("presence.person", { name, kind: t(`kind.${kind}`) })}
              onClick={() => enter(username, kind)}
            >
              <PersonMark kind={kind} />
              {username}
            </button>
          );
        })}
      </div>
      <p className={styles["hint"]}>{t("signIn.demoHint")}</p>
    </section>
  );
}

/** The settings call types the kind as text; an unknown kind counts as a customer. */
function kindOf(text: string): ParticipantKind {
  return text === "erp" || text === "agent" ? text : "customer";
}
