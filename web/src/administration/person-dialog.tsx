import { isName, isUsername } from "@cuplaj/protocol/account-names.ts";
import { rolesOfKind } from "@cuplaj/protocol/roles.ts";
import type { ManagedAccount } from "@cuplaj/protocol/admin.ts";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Field } from "../design/field.tsx";
import { useAppState } from "../state/app-context.ts";
import { me } from "../state/selectors.ts";
import type { Words } from "../state/shape.ts";
import styles from "./administration.module.css";
import type { AuditPerson } from "./administration-shape.ts";
import { ChangeOutcome } from "./change-outcome.tsx";
import { ActButton, Choice, Submit, useAsking, useChange, useRefusal, useRoleLabel } from "./controls.tsx";

interface PersonDialogProps {
  readonly account: ManagedAccount;
  readonly onAudit: ((person: AuditPerson) => void) | null;
  readonly onClose: () => void;
}

export function PersonDialog({ account, onAudit, onClose }: PersonDialogProps) {
  const t = useTranslations();
  const isOwn = useAppState((state) => me(state)?.id === account.id);
  useChange();
  return (
    <Dialog title={account.name} closeLabel={t("app.close")} isSheet onClose={onClose}>
      <div className={styles["dialog"]} data-sheet="">
        <p className={styles["quiet"]}>
          {account.username} · {t(`administration.kind.${account.type}`)}
        </p>
        <ChangeOutcome />
        <RenameForm account={account} />
        <MailForm account={account} />
        {isOwn ? (
          <p className={styles["quiet"]}>{t("administration.own")}</p>
        ) : (
          <>
            {rolesOfKind[account.type].length > 1 && <RoleForm account={account} />}
            <Access account={account} />
          </>
        )}
        {onAudit && <Button onClick={() => onAudit(account)}>{t("administration.person.inAudit")}</Button>}
      </div>
    </Dialog>
  );
}

function RenameForm({ account: { id: accountId, name, username } }: { readonly account: ManagedAccount }) {
  const t = useTranslations("administration");
  const { change, ask } = useAsking();
  const [typed, setTyped] = useState<Partial<Names>>({});
  const [seen, setSeen] = useState(change);
  if (seen !== change) {
    setSeen(change);
    if (change?.phase === "done" && change.asked.kind === "rename") setTyped({});
  }
  const names = { name, username, ...typed };
  // ADM-3: sends only edited fields, so that other people's changes survive.
  const changesOf = (other: Names): Partial<Names> => ({
    ...(other.name !== name && { name: other.name }),
    ...(other.username !== username && { username: other.username }),
  });
  const [isChecked, setIsChecked] = useState(false);
  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (!isName(names.name) || !isUsername(names.username)) return;
    ask({ kind: "rename", accountId, ...changesOf({ ...names, name: names.name.trim() }) });
  }
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <NameFields kind="rename" {...{ names, isChecked }} setNames={(other) => setTyped(changesOf(other))} />
      <Submit kind="rename">{t("person.save")}</Submit>
    </form>
  );
}

/** MAIL-4: an empty field removes the address. */
function MailForm({
  account: { id: accountId, mail_address: address, mail_bounced_at: bouncedAt },
}: {
  readonly account: ManagedAccount;
}) {
  const t = useTranslations("administration");
  const { ask } = useAsking();
  const [typed, setTyped] = useState(address ?? "");
  const isRefused = useRefusal("mail")("address", typed.trim()) === "invalid";
  function submit(event: FormEvent): void {
    event.preventDefault();
    ask({ kind: "mail", accountId, address: typed.trim() === "" ? null : typed.trim() });
  }
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <Field
        label={t("person.mail")}
        hint={bouncedAt === null ? undefined : t("person.mailBounced")}
        error={isRefused ? t("person.mailWrong") : undefined}
        type="email"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Submit kind="mail">{t("person.saveMail")}</Submit>
    </form>
  );
}

function RoleForm({ account: { id: accountId, type, roles } }: { readonly account: ManagedAccount }) {
  const t = useTranslations("administration");
  const roleLabel = useRoleLabel();
  const { ask } = useAsking();
  const possible = rolesOfKind[type];
  const [chosen, setChosen] = useState(roles[0] ?? "");
  const role = possible.find((each) => each === chosen) ?? possible[0];
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        ask({ kind: "role", accountId, role });
      }}
    >
      <Choice
        label={t("person.role")}
        value={role}
        values={possible}
        labelOf={(each) => roleLabel([each])}
        onChoose={setChosen}
      />
      <Submit kind="role">{t("person.saveRole")}</Submit>
    </form>
  );
}

function Access({ account }: { readonly account: ManagedAccount }) {
  const { id: accountId, state, is_invited: isInvited, has_second_factor: hasFactor } = account;
  const t = useTranslations("administration");
  const { ask, isBusy } = useAsking();
  const act = (kind: Exclude<keyof Words["administration"]["act"], "title">, question?: string) => (
    <ActButton
      label={t(`act.${kind}`)}
      question={question}
      isBusy={isBusy(kind)}
      onAct={() => ask({ kind, accountId })}
    />
  );
  return (
    <section className={styles["form"]}>
      <h3>{t("act.title")}</h3>
      {state === "disabled" ? (
        act("enable")
      ) : (
        <>
          {act("invitation", isInvited ? t("ask.invitation") : undefined)}
          {act("temporary_password", t("ask.temporary_password"))}
          {act("sign-out", t("ask.sign-out"))}
          {hasFactor && act("reset-two-factor", t("ask.reset-two-factor"))}
          {act("disable", t("ask.disable"))}
        </>
      )}
    </section>
  );
}

interface Names {
  readonly name: string;
  readonly username: string;
}

interface NameFieldsProps {
  readonly kind: "add" | "rename";
  readonly names: Names;
  readonly setNames: (names: Names) => void;
  readonly isChecked: boolean;
}

export function NameFields({ kind, names, setNames, isChecked }: NameFieldsProps) {
  const t = useTranslations("administration.person");
  const refusalOf = useRefusal(kind);
  const isNameWrong = (isChecked && !isName(names.name)) || refusalOf("name", names.name) === "invalid";
  return (
    <>
      <Field
        label={t("name")}
        error={isNameWrong ? t("nameWrong") : undefined}
        autoComplete="off"
        value={names.name}
        onChange={({ target }) => setNames({ ...names, name: target.value })}
      />
      <Field
        label={t("username")}
        hint={t("usernameHint")}
        error={useUsernameError(names.username, isChecked, refusalOf("username", names.username))}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={names.username}
        onChange={({ target }) => setNames({ ...names, username: target.value })}
      />
    </>
  );
}

function useUsernameError(
  username: string,
  isChecked: boolean,
  refusal: "invalid" | "taken" | null,
): string | undefined {
  const t = useTranslations("administration.person");
  if (refusal === "taken") return t("taken");
  return refusal === "invalid" || (isChecked && !isUsername(username)) ? t("usernameWrong") : undefined;
}
