import { isName, isUsername } from "@cuplaj/protocol/account-names.ts";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../design/field.tsx";
import { useAppState } from "../state/app-context.ts";

/** What somebody is called. */
export interface Names {
  readonly name: string;
  readonly username: string;
}

interface NameFieldsProps {
  readonly kind: "add" | "rename";
  readonly names: Names;
  readonly setNames: (names: Names) => void;
  /** Somebody has tried to send them. */
  readonly isChecked: boolean;
}

/** Name and user name, each with what is wrong with it. */
export function NameFields({ kind, names, setNames, isChecked }: NameFieldsProps) {
  const t = useTranslations("administration.person");
  const refusalOf = useRefusal(kind, names);
  const isNameWrong = (isChecked && !isName(names.name)) || refusalOf("name") === "invalid";
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
        error={useUsernameError(names.username, isChecked, refusalOf("username"))}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={names.username}
        onChange={({ target }) => setNames({ ...names, username: target.value })}
      />
    </>
  );
}

type FieldRefusal = "invalid" | "taken" | null;

/** What the server said of a field, while what it said so of stands there. */
function useRefusal(kind: NameFieldsProps["kind"], names: Names): (field: keyof Names) => FieldRefusal {
  const change = useAppState((state) => state.administration?.change ?? null);
  const error = change?.asked.kind === kind ? change.error : null;
  const [refused, setRefused] = useState({ error, names });
  if (refused.error !== error) setRefused({ error, names });
  return (field) => {
    if (error === null || refused.names[field] !== names[field]) return null;
    if (error.fieldErrors[field] !== undefined) return "invalid";
    return field === "username" && error.code === "conflict" ? "taken" : null;
  };
}

function useUsernameError(username: string, isChecked: boolean, refusal: FieldRefusal): string | undefined {
  const t = useTranslations("administration.person");
  if (refusal === "taken") return t("taken");
  return refusal === "invalid" || (isChecked && !isUsername(username)) ? t("usernameWrong") : undefined;
}
