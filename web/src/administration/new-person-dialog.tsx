import { isName, isUsername } from "@cuplaj/protocol/account-names.ts";
import { rolesOfKind } from "@cuplaj/protocol/roles.ts";
import type { AccessKind } from "@cuplaj/protocol/admin.ts";
import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import styles from "./administration.module.css";
import { ChangeOutcome } from "./change-outcome.tsx";
import { Choice } from "./choice.tsx";
import { NameFields } from "./name-fields.tsx";
import { useAsking, useChange } from "./use-change.ts";
import { useRoleLabel } from "./use-role-label.ts";

const kinds = ["customer", "erp", "agent"] as const satisfies readonly ParticipantKind[];
const accesses = ["invitation", "temporary_password"] as const satisfies readonly AccessKind[];

/** ADM-7: another account, and what its person gets in by, shown once. */
export function NewPersonDialog({ onClose }: { readonly onClose: () => void }) {
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
  const { ask, isBusy } = useAsking();
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
        choices={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChoose={setType}
      />
      {roles.length > 1 && (
        <Choice
          label={t("person.role")}
          value={role}
          choices={roles.map((value) => ({ value, label: roleLabel([value]) }))}
          onChoose={setRole}
        />
      )}
      <Choice
        label={t("person.access")}
        value={access}
        choices={accesses.map((value) => ({ value, label: t(`act.${value}`) }))}
        onChoose={setAccess}
      />
      <Button look="primary" type="submit" isBusy={isBusy("add")}>
        {isBusy("add") ? t("busy") : t("person.make")}
      </Button>
    </form>
  );
}
