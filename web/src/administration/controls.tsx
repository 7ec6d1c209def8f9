import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { Blank } from "../design/notice.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { momentLabel } from "../language/time-label.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./administration.module.css";
import type { AskedChange, Loading } from "./administration-shape.ts";

export function useAsking() {
  const dispatch = useDispatch();
  const change = useAppState((state) => state.administration.change);
  return {
    change,
    ask: (asked: AskedChange) => dispatch({ type: "administration/change-asked", asked }),
    isBusy: (kind: AskedChange["kind"], tokenId?: number): boolean =>
      change?.phase === "busy" &&
      change.asked.kind === kind &&
      (change.asked.kind !== "end-token" || change.asked.tokenId === tokenId),
  };
}

/** Hides the outcomes of earlier changes when a dialog opens, and of the dialog's own change when it closes. */
export function useChange() {
  const dispatch = useDispatch();
  useEffect(() => {
    const read = (): void => dispatch({ type: "administration/change-read" });
    read();
    return read;
  }, [dispatch]);
  return useAsking();
}

/** Returns the last change's error for a field until the refused value is edited. A conflict means that the user name is taken. */
export function useRefusal(kind: AskedChange["kind"]) {
  const { change } = useAsking();
  return (field: "name" | "username" | "address", typed: string): "invalid" | "taken" | null => {
    if (change?.asked.kind !== kind || change.error === null) return null;
    const { [field]: asked }: Partial<Record<string, unknown>> = change.asked;
    if (asked === undefined || (asked !== typed && asked !== typed.trim())) return null;
    if (change.error.fieldErrors[field] !== undefined) return "invalid";
    return field === "username" && change.error.code === "conflict" ? "taken" : null;
  };
}

const named = ["Customer", "Operator", "Admin", "Program", "Agent"] as const;

export function useRoleLabel(): (roles: readonly string[]) => string {
  const t = useTranslations("administration.role");
  const labelOf = (role: string): string => {
    const known = named.find((each) => each === role);
    return known === undefined ? role : t(known);
  };
  return (roles) => (roles.length === 0 ? t("none") : roles.map(labelOf).join(", "));
}

export function useWhen(): (moment: string) => string {
  const locale = useLocale();
  return (moment) => momentLabel(moment, locale);
}

interface ActButtonProps {
  readonly label: string;
  readonly name?: string;
  readonly question?: string | undefined;
  readonly isBusy: boolean;
  readonly onAct: () => void;
}

/** Asks for a second press if the action cannot be undone. */
export function ActButton({ label, name, question, isBusy, onAct }: ActButtonProps) {
  const t = useTranslations("administration");
  const [isAsking, setIsAsking] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking) confirm.current?.focus();
    else if (wasAsking.current) first.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (isAsking && question !== undefined)
    return (
      <div className={styles["question"]} role="group" aria-label={label}>
        <p>{question}</p>
        <div className={styles["actions"]}>
          <Button
            ref={confirm}
            look="primary"
            onClick={() => {
              setIsAsking(false);
              onAct();
            }}
          >
            {label}
          </Button>
          <Button onClick={() => setIsAsking(false)}>{t("cancel")}</Button>
        </div>
      </div>
    );
  return (
    <Button
      ref={first}
      isBusy={isBusy}
      aria-label={name}
      onClick={question === undefined ? onAct : () => setIsAsking(true)}
    >
      {isBusy ? t("busy") : label}
    </Button>
  );
}

interface SubmitProps extends ComponentProps<typeof Button> {
  readonly kind: AskedChange["kind"];
}

export function Submit({ kind, children, ...rest }: SubmitProps) {
  const t = useTranslations("administration");
  const isBusy = useAsking().isBusy(kind);
  return (
    <Button {...rest} type="submit" isBusy={isBusy}>
      {isBusy ? t("busy") : children}
    </Button>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly labelOf: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
}

export function Choice<Value extends string>({ label, value, values, labelOf, onChoose }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className={styles["choice"]}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = values[target.selectedIndex];
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {labelOf(each)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface LoadedProps extends Loading {
  readonly isBlank: boolean;
  readonly hasMore?: boolean;
  readonly onLoad: () => void;
  readonly none: ReactNode;
  readonly children: ReactNode;
}

export function Loaded({ phase, error, isBlank, hasMore = false, onLoad, none, children }: LoadedProps) {
  const t = useTranslations("administration");
  return (
    <>
      {!isBlank && children}
      {phase === "failed" && error && (
        <Blank title={t("failed")} hint={<ErrorText error={error} />} isFailure>
          <WaitButton error={error} onClick={onLoad} />
        </Blank>
      )}
      {phase === "ready" && isBlank && none}
      {phase !== "failed" && <Rest isLoading={phase === "loading"} hasMore={hasMore && !isBlank} onLoad={onLoad} />}
    </>
  );
}

/** The button stays in the page while loading, so that it keeps the focus. */
function Rest({
  isLoading,
  hasMore,
  onLoad,
}: Pick<LoadedProps, "hasMore" | "onLoad"> & { readonly isLoading: boolean }) {
  const t = useTranslations("administration");
  if (hasMore)
    return (
      <div>
        <Button isBusy={isLoading} onClick={onLoad}>
          {isLoading ? t("loading") : t("more")}
        </Button>
      </div>
    );
  return (
    isLoading && (
      <p className={styles["quiet"]} role="status">
        {t("loading")}
      </p>
    )
  );
}
