import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { useTranslations } from "use-intl";
import { PersonMark } from "../design/person-mark.tsx";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./demo-accounts.module.css";

/** All demo accounts have it (RUN-9). */
const demoPassword = "demo";

const known = ["ana", "mihai", "elena", "radu", "ioana", "admin", "mia", "vlad"] as const;

/** RUN-9b: the demo accounts, each signing in through its own realm. Nothing outside demo mode. */
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
      <p className={styles["hint"]}>{t("signIn.demoHint")}</p>
      <ul className={styles["people"]}>
        {accounts.map(({ username, name, kind: written }) => {
          const kind = kindOf(written);
          const toTry = known.find((each) => each === username);
          return (
            <li key={username}>
              <button type="button" className={styles["person"]} onClick={() => enter(username, kind)}>
                <PersonMark kind={kind} />
                <span>
                  <strong>{username}</strong>{" "}
                  <span className={styles["hint"]}>{t("presence.person", { name, kind: t(`kind.${kind}`) })}</span>
                  {toTry && <span className={styles["try"]}> {t(`signIn.demoTry.${toTry}`)}</span>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The settings call types the kind as text; an unknown kind counts as a customer. */
function kindOf(text: string): ParticipantKind {
  return text === "erp" || text === "agent" ? text : "customer";
}
