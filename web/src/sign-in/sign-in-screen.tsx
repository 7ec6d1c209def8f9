import { useTranslations } from "use-intl";
import { Button, ButtonLink } from "../design/button.tsx";
import { withFrom } from "../state/navigation/guard.ts";
import { paths } from "../state/navigation/paths.ts";
import { usePageLink } from "../design/use-page-link.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { RegisterText } from "./register-screen.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import styles from "./sign-in-screen.module.css";
import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { PersonMark } from "../design/person-mark.tsx";

/** One card for both realms, with the other one a click away (WEB-6). */
export function SignInScreen() {
  const t = useTranslations("signIn");
  const realm = useAppState((state) => state.signIn.realm);
  const from = useAppState(({ route }) => (route.kind === "login" ? route.from : paths.home));
  const { chooseRealm } = useCommands();
  const isErp = realm === "erp";
  return (
    <SignInFrame title={isErp ? t("erpTitle") : t("title")}>
      <SignInForm />
      <Forgotten />
      <DemoAccounts />
      <div className={styles["door"]}>
        <Button look="link" onClick={() => chooseRealm(isErp ? "customer" : "erp")}>
          {isErp ? t("toCustomers") : t("toErp")}
        </Button>
      </div>
      <div className={styles["register"]}>
        <ButtonLink look="link" {...usePageLink(withFrom(paths.register, from))}>
          {t("register")}
        </ButtonLink>
        <RegisterText />
      </div>
    </SignInFrame>
  );
}

/** ACC-4 */
function Forgotten() {
  const t = useTranslations("signIn");
  const text = useAppState(({ settings, language }) => settings?.forgottenText[language] ?? "");
  if (text === "") return null;
  return (
    <details className={styles["forgotten"]}>
      <summary>{t("forgotten")}</summary>
      <p className={styles["registerText"]}>{text}</p>
    </details>
  );
}

const known = ["ana", "mihai", "elena", "radu", "ioana", "admin", "mia", "vlad"] as const;

/** RUN-9g: each signs in through its own realm; all have one password (RUN-9). */
function DemoAccounts() {
  const t = useTranslations();
  const accounts = useAppState((state) => state.settings?.demoAccounts);
  const isBusy = useAppState((state) => state.signIn.phase === "busy");
  const { chooseRealm, signIn } = useCommands();
  if (!accounts || accounts.length === 0) return null;

  function enter(username: string, kind: ParticipantKind) {
    if (isBusy) return;
    chooseRealm(kind === "erp" ? "erp" : "customer");
    signIn(username, "demo");
  }

  return (
    <section className={styles["demo"]} aria-label={t("signIn.demoTitle")}>
      <h2 className={styles["demoTitle"]}>{t("signIn.demoTitle")}</h2>
      <p className={styles["demoHint"]}>{t("signIn.demoHint")}</p>
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
                  <span className={styles["demoHint"]}>{t("presence.person", { name, kind: t(`kind.${kind}`) })}</span>
                  {toTry && <span className={styles["toTry"]}> {t(`signIn.demoTry.${toTry}`)}</span>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const kindOf = (text: string): ParticipantKind => (text === "erp" || text === "agent" ? text : "customer");
