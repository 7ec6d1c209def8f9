import { accountSearchCharactersMax, handOverNoteMax } from "@cuplaj/protocol/limits.ts";
import { cleanText } from "@cuplaj/protocol/message-text.ts";
import { type FormEvent, useEffect, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { mayBringIn } from "../state/participants/colleagues-state.ts";
import { Dialog } from "../design/dialog.tsx";
import { Field, TextField } from "../design/field.tsx";
import { Blank, FailureNotice } from "../design/notice.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { named } from "../state/participants/named-like.ts";
import { useThrottled } from "../platform/input/use-throttled.ts";
import { Avatar } from "../design/person-mark.tsx";
import type { CallError, Participant, RoomId } from "../state/entities.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { colleaguesIn } from "./hand-over-part.ts";
import styles from "./hand-over.module.css";

const findFrom = 8;
const searchEveryMs = 300;

/** Asks for the new holder and a note (ACT-9); shows a refusal and keeps what was entered. */
export function HandOverDialog({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations();
  const dispatch = useDispatch();
  const colleagues = useAppState(useShallow((state) => colleaguesIn(state, roomId)));
  // ACT-9c: people who may add colleagues choose from all of them.
  const isWide = useAppState((state) => mayBringIn(state, roomId));
  const [wanted, find] = useState("");
  const search = useThrottled(wanted.trim(), searchEveryMs);
  useEffect(() => {
    if (isWide) dispatch({ type: "colleagues/search-asked", search });
  }, [isWide, dispatch, search]);
  return (
    <Dialog
      title={t("handOver.submit")}
      closeLabel={t("app.close")}
      onClose={() => dispatch({ type: "hand-over/closed" })}
    >
      {(colleagues.length >= findFrom || wanted !== "") && (
        <Field
          label={t("people.find")}
          type="search"
          autoComplete="off"
          maxLength={accountSearchCharactersMax}
          value={wanted}
          onChange={({ target }) => find(target.value)}
        />
      )}
      {colleagues.length === 0 && wanted === "" ? (
        <Nobody isWide={isWide} />
      ) : (
        <HandOverForm colleagues={named(colleagues, wanted)} />
      )}
    </Dialog>
  );
}

function Nobody({ isWide }: { readonly isWide: boolean }) {
  const t = useTranslations();
  const phase = useAppState(({ colleagues }) => colleagues.phase);
  if (!isWide) return <Blank title={t("handOver.nobody")} hint={t("handOver.nobodyHint")} />;
  if (phase === "ready") return <Blank title={t("handOver.nobodyElse")} />;
  return <p role="status">{t(phase === "loading" ? "handOver.loading" : "colleagues.failed")}</p>;
}

function HandOverForm({ colleagues }: { readonly colleagues: readonly Participant[] }) {
  const t = useTranslations("handOver");
  const dispatch = useDispatch();
  const isBusy = useAppState(({ handingOver }) => handingOver?.phase === "busy");
  const error = useAppState(({ handingOver }) => handingOver?.error ?? null);
  const [chosen, setChosen] = useState<number | null>(null);
  const to = colleagues.some(({ id }) => id === chosen) ? chosen : null;
  const [note, setNote] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const over = Array.from(cleanText(note)).length - handOverNoteMax;

  function submit(event: FormEvent<HTMLElement>) {
    event.preventDefault();
    setIsMissing(to === null);
    if (to === null) focusChoice(event.currentTarget);
    else if (over <= 0 && !isBusy) dispatch({ type: "hand-over/asked", to, note: cleanText(note) });
  }

  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <Colleagues
        colleagues={colleagues}
        chosen={to}
        error={isMissing && to === null ? t("choose") : error?.fieldErrors["to"] && t("mayNotHold")}
        onChoose={setChosen}
      />
      <NoteField note={note} over={over} isRefused={error?.fieldErrors["note"] !== undefined} onWrite={setNote} />
      {error !== null && Object.keys(error.fieldErrors).length === 0 && <Refusal error={error} />}
      <WaitButton look="primary" type="submit" isWide error={error} isBusy={isBusy}>
        {isBusy ? t("busy") : t("submit")}
      </WaitButton>
    </form>
  );
}

function focusChoice(form: HTMLElement): void {
  (form.querySelector("input") ?? form.closest("dialog")?.querySelector("input"))?.focus();
}

interface NoteFieldProps {
  readonly note: string;
  readonly over: number;
  readonly isRefused: boolean;
  readonly onWrite: (note: string) => void;
}

function NoteField({ note, over, isRefused, onWrite }: NoteFieldProps) {
  const t = useTranslations("handOver");
  const refused = isRefused ? t("badNote") : undefined;
  return (
    <TextField
      label={t("note")}
      hint={t("noteHint")}
      error={over > 0 ? t("noteTooLong", { count: over }) : refused}
      rows={3}
      value={note}
      onChange={({ target }) => onWrite(target.value)}
    />
  );
}

interface ColleaguesProps {
  readonly colleagues: readonly Participant[];
  readonly chosen: number | null;
  readonly error: string | undefined;
  readonly onChoose: (id: number) => void;
}

function Colleagues({ colleagues, chosen, error, onChoose }: ColleaguesProps) {
  const t = useTranslations();
  const name = useId();
  return (
    <fieldset className={styles["colleagues"]} aria-describedby={error === undefined ? undefined : `${name}-error`}>
      <legend>{t("handOver.to")}</legend>
      <div className={styles["list"]}>
        {colleagues.map((colleague) => (
          <label key={`${colleague.kind}-${colleague.id}`} className={styles["colleague"]}>
            <input type="radio" name={name} checked={colleague.id === chosen} onChange={() => onChoose(colleague.id)} />
            <Avatar name={colleague.name} kind={colleague.kind} />
            <span className={styles["name"]}>
              <bdi>{colleague.name}</bdi>
            </span>
            <span className={styles["hint"]}>{t(`kind.${colleague.kind}`)}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${name}-error`} className={styles["error"]} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Refusal({ error }: { readonly error: CallError }) {
  const t = useTranslations();
  const own = refusals[error.code];
  return <FailureNotice>{own === undefined ? <ErrorText error={error} /> : t(own)}</FailureNotice>;
}

type Refused = "handOver.notHeld" | "handOver.changed" | `actions.refused.${"forbidden" | "noAnswer" | "offline"}`;

const refusals: { readonly [Code in CallError["code"]]?: Refused } = {
  conflict: "handOver.notHeld",
  already_taken_over: "handOver.changed",
  forbidden: "actions.refused.forbidden",
  timeout: "actions.refused.noAnswer",
  offline: "actions.refused.offline",
};
