import { CircleAlert, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button, IconButton } from "../../design/button.tsx";
import type { Range } from "./edited-hours.ts";
import styles from "./hours.module.css";

interface RangeFieldsProps {
  readonly kind: "interval" | "closure";
  readonly legend: string;
  readonly ranges: readonly Range[];
  readonly rangesMax: number;
  readonly error: string | undefined;
  readonly onChange: (ranges: readonly Range[]) => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

const inputTypes = { interval: "time", closure: "date" } as const;
const bounds = ["from", "to"] as const;

export function RangeFields({ kind, legend, ranges, rangesMax, error, onChange, children }: RangeFieldsProps) {
  const t = useTranslations(`hoursForm.${kind}`);
  const errorId = useId();
  const { box, moveTo } = useRowFocus();
  const hasGap = ranges.some(({ from, to }) => from === "" || to === "");
  return (
    <fieldset ref={box} className={styles["ranges"]}>
      <legend>{legend}</legend>
      {ranges.length === 0 && <p className={styles["quiet"]}>{t("none")}</p>}
      {ranges.map((range, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row has no identity, and all of its state is in its values
        <div key={at} className={styles["range"]}>
          {bounds.map((bound) => (
            <input
              key={bound}
              type={inputTypes[kind]}
              data-bound={bound}
              aria-label={t(bound, { number: at + 1 })}
              aria-invalid={error !== undefined && (!hasGap || range[bound] === "")}
              aria-describedby={error === undefined ? undefined : errorId}
              value={range[bound]}
              onChange={({ target }) => onChange(ranges.with(at, { ...range, [bound]: target.value }))}
            />
          ))}
          <IconButton
            label={t("remove", { number: at + 1 })}
            onClick={() => {
              moveTo("add");
              onChange(ranges.toSpliced(at, 1));
            }}
          >
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {error !== undefined && (
        <p id={errorId} className={styles["error"]}>
          <CircleAlert size={14} aria-hidden="true" />
          {error}
        </p>
      )}
      <div className={styles["actions"]}>
        {ranges.length < rangesMax && (
          <Button
            data-add=""
            look="link"
            onClick={() => {
              moveTo("row");
              onChange([...ranges, { from: "", to: "" }]);
            }}
          >
            {t("add")}
          </Button>
        )}
        {children}
      </div>
    </fieldset>
  );
}

/** Moves the focus into an added row, or from a removed one to the button that adds rows. */
function useRowFocus() {
  const box = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<"row" | "add" | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const selector = wanted.current === "add" ? "[data-add]" : "[data-bound=from]";
    [...(box.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)?.focus();
    wanted.current = null;
  });
  return {
    box,
    moveTo: (target: "row" | "add"): void => {
      wanted.current = target;
    },
  };
}
