import { isName, isUsername } from "@cuplaj/protocol/account-names.ts";
import type { AccessKind, ManagedAccount } from "@cuplaj/protocol/admin.ts";
import { accountSearchCharactersMax } from "@cuplaj/protocol/limits.ts";
import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { rolesOfKind } from "@cuplaj/protocol/roles.ts";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Field } from "../design/field.tsx";
import { Blank } from "../design/notice.tsx";
import { useThrottled } from "../platform/input/use-throttled.ts";
import { Avatar } from "../design/person-mark.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./administration.module.css";
import type { AuditPerson } from "./administration-shape.ts";
import { ChangeOutcome } from "./change-outcome.tsx";
import { Choice, Loaded, Submit, useAsking, useChange, useRoleLabel, useWhen } from "./controls.tsx";
import { NameFields, PersonDialog } from "./person-dialog.tsx";

const searchEveryMs = 300;

export function PeopleSection({ onAudit }: { readonly onAudit: ((person: AuditPerson) => void) | null }) {
  const t = useTranslations("administration.people");
  const dispatch = useDispatch();
  const { phase, error, list, total, page, question } = useAppState(({ administration }) => administration.people);
  const [typed, setTyped] = useState(question);
  const [opened, setOpened] = useState<ManagedAccount | "new" | null>(null);
  const search = useThrottled(typed, searchEveryMs);
  useEffect(() => dispatch({ type: "administration/people-asked", search, page: 1 }), [dispatch, search]);
  const shown = opened === "new" ? null : (list.find(({ id }) => id === opened?.id) ?? opened);
  return (
    <>
      <div className={styles["bar"]}>
        <Field
          label={t("search")}
          type="search"
          maxLength={accountSearchCharactersMax}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button look="primary" onClick={() => setOpened("new")}>
          {t("add")}
        </Button>
      </div>
      <Loaded
        {...{ phase, error }}
        isBlank={list.length === 0}
        hasMore={list.length < total}
        onLoad={() => dispatch({ type: "administration/people-asked", search, page: page + 1 })}
        none={<Blank title={t("none")} hint={t("noneHint")} />}
      >
        <p className={styles["quiet"]} role="status">
          {t("found", { total })}
        </p>
        <ul className={styles["rows"]}>
          {list.map((account) => (
            <PersonRow key={account.id} account={account} onOpen={() => setOpened(account)} />
          ))}
        </ul>
      </Loaded>
      {opened === "new" && <NewPersonDialog onClose={() => setOpened(null)} />}
      {shown && <PersonDialog account={shown} onAudit={onAudit} onClose={() => setOpened(null)} />}
    </>
  );
}

function PersonRow({ account, onOpen }: { readonly account: ManagedAccount; readonly onOpen: () => void }) {
  const t = useTranslations("administration.people");
  const roleLabel = useRoleLabel();
  const when = useWhen();
  const { name, username, type, state, last_used_at: usedAt } = account;
  if (state === "erased")
    return (
      <li className={styles["row"]}>
        <p className={styles["quiet"]}>{t("erased")}</p>
      </li>
    );
  const signIns = t("signIns", { count: account.sign_ins });
  return (
    <li>
      <button type="button" className={styles["person"]} onClick={onOpen}>
        <Avatar name={name} kind={type} />
        <span className={styles["who"]}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span className={styles["quiet"]}>
            {username} · {roleLabel(account.roles)}
          </span>
        </span>
        <span className={styles["marks"]}>
          {state === "disabled" && <span className={styles["mark"]}>{t("disabled")}</span>}
          {account.is_invited && <span className={styles["mark"]}>{t("invited")}</span>}
          {account.has_second_factor && <span className={styles["mark"]}>{t("twoFactor")}</span>}
          {account.has_temporary_password && <span className={styles["mark"]}>{t("temporary")}</span>}
          {account.mail_bounced_at !== null && <span className={styles["mark"]}>{t("mailBounced")}</span>}
          <span className={styles["quiet"]}>{usedAt === null ? signIns : t("used", { when: when(usedAt) })}</span>
        </span>
      </button>
    </li>
  );
}

const kinds = ["customer", "erp", "agent"] as const satisfies readonly ParticipantKind[];
const accesses = ["invitation", "temporary_password"] as const satisfies readonly AccessKind[];

function NewPersonDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const { change } = useChange();
  const isDone = change?.phase === "done";
  return (
    <Dialog title={t("administration.people.add")} closeLabel={t("app.close")} onClose={onClose}>
      <div className={styles["dialog"]}>
        {!isDone && <NewPersonForm />}
        <ChangeOutcome />
        {isDone && <Button onClick={onClose}>{t("app.close")}</Button>}
      </div>
    </Dialog>
  );
}

function NewPersonForm() {
  const t = useTranslations("administration");
  const roleLabel = useRoleLabel();
  const { ask } = useAsking();
  const [names, setNames] = useState({ name: "", username: "" });
  const [type, setType] = useState<ParticipantKind>("customer");
  const [chosen, setRole] = useState("");
  const [access, setAccess] = useState<AccessKind>("invitation");
  const [isChecked, setIsChecked] = useState(false);
  const roles = rolesOfKind[type];
  const role = roles.find((each) => each === chosen) ?? roles[0];

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (isName(names.name) && isUsername(names.username)) ask({ kind: "add", type, role, ...names, access });
  }
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <NameFields kind="add" {...{ names, setNames, isChecked }} />
      <Choice
        label={t("person.kind")}
        value={type}
        values={kinds}
        labelOf={(kind) => t(`kind.${kind}`)}
        onChoose={setType}
      />
      {roles.length > 1 && (
        <Choice
          label={t("person.role")}
          value={role}
          values={roles}
          labelOf={(each) => roleLabel([each])}
          onChoose={setRole}
        />
      )}
      <Choice
        label={t("person.access")}
        value={access}
        values={accesses}
        labelOf={(each) => t(`act.${each}`)}
        onChoose={setAccess}
      />
      <Submit kind="add" look="primary">
        {t("person.make")}
      </Submit>
    </form>
  );
}
