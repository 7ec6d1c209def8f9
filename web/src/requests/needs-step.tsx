import { Plus, X } from "lucide-react";
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useTranslations } from "use-intl";
import { offerTextCharactersMax, requestItemsMax, requestTextCharactersMax } from "@cuplaj/protocol/limits.ts";
import { Button, IconButton } from "../design/button.tsx";
import field from "../design/field.module.css";
import { TextField } from "../design/field.tsx";
import { newRoomId } from "../state/entities.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./new-request.module.css";
import { type DraftItem, problemsOf, quantityOf, withPasted, type StepProps } from "./request-draft.ts";

const noItem: DraftItem = { text: "", qty: "1" };

/** ASK-3: a description, parts with quantities, and photos; one of them is enough. */
export function NeedsStep({ draft, onChange, photos }: StepProps & { readonly photos: ReactNode }) {
  const t = useTranslations("requests");
  const photosTotal = useAppState(({ trays }) => trays[newRoomId]?.length ?? 0);
  const [isTried, setTried] = useState(false);
  const problems = problemsOf(draft, photosTotal);

  function goOn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (![...problems.values()].includes("needs")) onChange({ step: "summary" });
    else event.currentTarget.querySelector<HTMLElement>(problems.has("noNeed") ? "textarea" : "[data-wrong]")?.focus();
  }

  return (
    <form className={styles["form"]} onSubmit={goOn} noValidate>
      <TextField
        label={t("text")}
        error={isTried && problems.has("noNeed") ? t("problems.noNeed") : undefined}
        rows={3}
        placeholder={t("textHint")}
        maxLength={requestTextCharactersMax}
        value={draft.text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <Items items={draft.items} isTried={isTried} onChange={(items) => onChange({ items })} />
      {photos}
      <Button look="primary" type="submit" isWide>
        {t("goOn")}
      </Button>
    </form>
  );
}

interface ItemsProps {
  readonly items: readonly DraftItem[];
  readonly isTried: boolean;
  readonly onChange: (items: readonly DraftItem[]) => void;
}

function Items({ items: given, isTried, onChange }: ItemsProps) {
  const t = useTranslations("requests");
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<number | null>(null);
  const items = given.length === 0 ? [noItem] : given;
  const isFull = items.length >= requestItemsMax;

  /** Changes the lines, and focuses one of them once it is drawn. */
  function change(next: readonly DraftItem[], focused: number) {
    onChange(next);
    wanted.current = focused;
  }

  useEffect(() => {
    if (wanted.current === null) return;
    list.current?.querySelectorAll<HTMLElement>("[data-part]")[wanted.current]?.focus();
    wanted.current = null;
  });

  return (
    <fieldset>
      <legend className={field["label"]}>{t("items")}</legend>
      <ul ref={list}>
        {items.map((item, index) => (
          <ItemRow
            // oxlint-disable-next-line react/no-array-index-key -- a line has no identity but its index
            key={index}
            {...{ item, index, isTried }}
            onWrite={(changed) => onChange(items.with(index, { ...item, ...changed }))}
            onAdd={() => !isFull && change(items.toSpliced(index + 1, 0, noItem), index + 1)}
            onPaste={(pasted) => {
              const next = withPasted(items, index, pasted);
              change(next, Math.min(next.length, index + next.length - items.length + 1) - 1);
            }}
            onRemove={() => change(items.toSpliced(index, 1), Math.max(0, index - 1))}
          />
        ))}
      </ul>
      {isFull ? (
        <p className={styles["quiet"]} role="status">
          {t("itemsMost", { count: requestItemsMax })}
        </p>
      ) : (
        <Button look="link" onClick={() => change([...items, noItem], items.length)}>
          <Plus size={16} aria-hidden="true" />
          {t("addItem")}
        </Button>
      )}
    </fieldset>
  );
}

interface ItemRowProps extends Pick<ItemsProps, "isTried"> {
  readonly item: DraftItem;
  readonly index: number;
  readonly onWrite: (changed: Partial<DraftItem>) => void;
  readonly onAdd: () => void;
  readonly onPaste: (pasted: string) => void;
  readonly onRemove: () => void;
}

function ItemRow({ item, index, isTried, onWrite, onAdd, onPaste, onRemove }: ItemRowProps) {
  const t = useTranslations("requests");
  const number = String(index + 1);
  const isWrong = item.text.trim() !== "" && quantityOf(item) === null;
  const isSaid = isWrong && isTried;
  const noteId = useId();

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    // In an empty line, Enter goes on to the next step.
    if (event.key === "Enter" && item.text.trim() !== "" && !event.ctrlKey && !event.metaKey) onAdd();
    else if (event.key === "Backspace" && item.text === "" && index > 0) onRemove();
    else return;
    event.preventDefault();
  }

  function paste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData("text");
    if (!/[\r\n]/.test(pasted.trim())) return;
    event.preventDefault();
    onPaste(pasted);
  }

  return (
    <li className={styles["item"]}>
      <input
        className={styles["input"]}
        data-part=""
        dir="auto"
        aria-label={t("item", { number })}
        placeholder={t("itemHint")}
        autoComplete="off"
        enterKeyHint="enter"
        maxLength={offerTextCharactersMax}
        value={item.text}
        onChange={({ target }) => onWrite({ text: target.value })}
        onKeyDown={onKeyDown}
        onPaste={paste}
      />
      <input
        className={styles["input"]}
        aria-label={t("quantity", { number })}
        aria-invalid={isSaid}
        aria-describedby={isSaid ? noteId : undefined}
        data-wrong={isWrong || undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={item.qty}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => onWrite({ qty: target.value })}
      />
      <IconButton label={t("removeItem", { number })} tipSide="left" onClick={onRemove}>
        <X size={16} aria-hidden="true" />
      </IconButton>
      {isSaid && (
        <p id={noteId} className={field["error"]}>
          {t("problems.quantity")}
        </p>
      )}
    </li>
  );
}
