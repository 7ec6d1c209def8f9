import { isName } from "@cuplaj/protocol/account-names.ts";
import type { ListedToken } from "@cuplaj/protocol/admin.ts";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Field } from "../design/field.tsx";
import { Blank } from "../design/notice.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./administration.module.css";
import { ChangeOutcome } from "./change-outcome.tsx";
import { ActButton, Loaded, useAsking, useChange, useRefusal, useWhen } from "./controls.tsx";

export function TokensSection() {
  const t = useTranslations("administration.tokens");
  const dispatch = useDispatch();
  const { phase, error, list } = useAppState(({ administration }) => administration.tokens);
  const [isAdding, setIsAdding] = useState(false);
  useChange();
  const load = (): void => dispatch({ type: "administration/tokens-asked" });
  useEffect(load, [dispatch]);
  return (
    <>
      <div className={styles["bar"]}>
        <p className={styles["quiet"]}>{t("hint")}</p>
        <Button look="primary" onClick={() => setIsAdding(true)}>
          {t("add")}
        </Button>
      </div>
      {!isAdding && <ChangeOutcome />}
      <Loaded {...{ phase, error }} isBlank={list.length === 0} onLoad={load} none={<Blank title={t("none")} />}>
        <ul className={styles["rows"]}>
          {list.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      </Loaded>
      {isAdding && <NewTokenDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}

function TokenRow({ token }: { readonly token: ListedToken }) {
  const t = useTranslations("administration");
  const when = useWhen();
  const { ask, isBusy } = useAsking();
  const { id, program, username, created_at: madeAt, last_used_at: usedAt } = token;
  return (
    <li className={styles["row"]}>
      <span className={styles["who"]}>
        <strong>
          <bdi>{program}</bdi>
        </strong>
        <span className={styles["quiet"]}>
          {username} · {t("tokens.made", { when: when(madeAt) })} ·{" "}
          {usedAt === null ? t("tokens.unused") : t("tokens.used", { when: when(usedAt) })}
        </span>
      </span>
      <ActButton
        label={t("tokens.end")}
        name={t("tokens.endLabel", { program })}
        question={t("ask.end-token")}
        isBusy={isBusy("end-token", id)}
        onAct={() => ask({ kind: "end-token", tokenId: id })}
      />
    </li>
  );
}

function NewTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const { change } = useChange();
  return (
    <Dialog title={t("administration.tokens.add")} closeLabel={t("app.close")} onClose={onClose}>
      <div className={styles["dialog"]}>
        {change?.phase === "done" ? <Button onClick={onClose}>{t("app.close")}</Button> : <NewTokenForm />}
        <ChangeOutcome />
      </div>
    </Dialog>
  );
}

function NewTokenForm() {
  const t = useTranslations("administration.tokens");
  const { ask, isBusy } = useAsking();
  const [typed, setTyped] = useState({ program: "", username: "" });
  const [isChecked, setIsChecked] = useState(false);
  const refusal = useRefusal("add-token")("username", typed.username);
  const isUsernameWrong = refusal === "invalid" || (isChecked && typed.username === "");
  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (isName(typed.program) && typed.username !== "") ask({ kind: "add-token", ...typed });
  }
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <Field
        label={t("program")}
        error={isChecked && !isName(typed.program) ? t("programWrong") : undefined}
        autoComplete="off"
        value={typed.program}
        onChange={({ target }) => setTyped({ ...typed, program: target.value })}
      />
      <Field
        label={t("username")}
        error={refusal === "taken" ? t("own") : isUsernameWrong ? t("usernameWrong") : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed.username}
        onChange={({ target }) => setTyped({ ...typed, username: target.value })}
      />
      <Button look="primary" type="submit" isBusy={isBusy("add-token")}>
        {t("make")}
      </Button>
    </form>
  );
}
