import { useTranslations } from "use-intl";
import { Button, ButtonLink, IconButton } from "../design/button.tsx";
import { withFrom } from "../state/navigation/guard.ts";
import { paths } from "../state/navigation/paths.ts";
import { usePageLink } from "../state/navigation/use-page-link.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { RegisterText } from "./register-screen.tsx";
import styles from "./sign-in-screen.module.css";
import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { PersonMark } from "../design/person-mark.tsx";
import { Eye, EyeOff } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Field } from "../design/field.tsx";
import { FailureNotice } from "../design/notice.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { isMedia, touchDevice } from "../platform/page/use-media.ts";
import type { CallError } from "../state/entities.ts";
import formStyles from "./sign-in-form.module.css";

/** One card serves both realms: the other one is a click away (WEB-6). */
export function SignInScreen() {
  const t = useTranslations("signIn");
  const realm = useAppState((state) => state.signIn.realm);
  const from = useAppState(({ route }) => (route.kind === "login" ? route.from : paths.home));
  const dispatch = useDispatch();
  const isErp = realm === "erp";
  return (
    <SignInFrame title={isErp ? t("erpTitle") : t("title")}>
      <SignInForm />
      <Forgotten />
      <DemoAccounts />
      <div className={styles["door"]}>
        <Button
          look="link"
          onClick={() => dispatch({ type: "sign-in/realm-chosen", realm: isErp ? "customer" : "erp" })}
        >
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

/** RUN-9b: each account signs in to its own realm, with the same password (RUN-9). */
function DemoAccounts() {
  const t = useTranslations();
  const accounts = useAppState((state) => state.settings?.demoAccounts);
  const isBusy = useAppState((state) => state.signIn.phase === "busy");
  const dispatch = useDispatch();
  if (!accounts || accounts.length === 0) return null;

  function enter(username: string, kind: ParticipantKind) {
    if (isBusy) return;
    dispatch({ type: "sign-in/realm-chosen", realm: kind === "erp" ? "erp" : "customer" });
    dispatch({ type: "sign-in/asked", username, password: "demo" });
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

/** SIGN-1: a missing value is shown at its field, a refusal above the button. */
function SignInForm() {
  const t = useTranslations("signIn");
  const dispatch = useDispatch();
  const { phase, error } = useAppState((state) => state.signIn);
  const [isChecked, setIsChecked] = useState(false);
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  /** A wait applies only to the user name for which it was imposed (AUTH-3). */
  const [tried, setTried] = useState("");
  const waiting = username.trim() === tried ? error : null;
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  /** EMB-6e: whether this form caused the failure. The failure of a host's sign-in must not take the focus from somebody typing. */
  const isOwn = useRef(false);

  useEffect(() => {
    if (!isMedia(touchDevice)) usernameField.current?.focus();
  }, []);

  useEffect(() => {
    if (phase !== "failed" || !isOwn.current) return;
    isOwn.current = false;
    passwordField.current?.select();
  }, [phase]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    if (username.trim() === "") usernameField.current?.focus();
    else if (password === "") passwordField.current?.focus();
    else if (phase !== "busy") {
      isOwn.current = true;
      setTried(username.trim());
      dispatch({ type: "sign-in/asked", username: username.trim(), password });
    }
  }

  return (
    <form className={formStyles["form"]} onSubmit={submit} noValidate>
      <Field
        ref={usernameField}
        label={t("username")}
        error={isChecked && username.trim() === "" ? t("usernameMissing") : undefined}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField
        ref={passwordField}
        error={isChecked && password === "" ? t("passwordMissing") : undefined}
        value={password}
        onChange={setPassword}
      />
      {phase === "failed" && error !== null && <Refusal error={error} />}
      <WaitButton look="primary" type="submit" isWide error={waiting} isBusy={phase === "busy"}>
        {phase === "busy" ? t("submitting") : t("submit")}
      </WaitButton>
    </form>
  );
}

const Refusal = ({ error }: { readonly error: CallError }) => (
  <FailureNotice>
    <ErrorText error={error} /> {error.code === "invalid_credentials" && <OtherRealm />}
  </FailureNotice>
);

/** SIGN-1a: suggests the other realm, where the same credentials may work. */
function OtherRealm() {
  const t = useTranslations("signIn");
  const realm = useAppState((state) => state.signIn.realm);
  const dispatch = useDispatch();
  if (realm === "erp") return null;
  return (
    <>
      {t("erpHint")}{" "}
      <Button look="link" onClick={() => dispatch({ type: "sign-in/realm-chosen", realm: "erp" })}>
        {t("erpTitle")}
      </Button>
    </>
  );
}

interface PasswordFieldProps {
  readonly ref: React.Ref<HTMLInputElement>;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function PasswordField({ ref, value, error, onChange }: PasswordFieldProps) {
  const t = useTranslations("signIn");
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      ref={ref}
      label={t("password")}
      error={error}
      name="password"
      type={isShown ? "text" : "password"}
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      after={
        <IconButton
          label={isShown ? t("hidePassword") : t("showPassword")}
          tipSide="left"
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
        </IconButton>
      }
    />
  );
}
