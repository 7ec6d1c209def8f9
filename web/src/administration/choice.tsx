import { useId } from "react";
import styles from "./administration.module.css";

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChoose: (value: Value) => void;
}

/** One of many, by the platform's own list. */
export function Choice<Value extends string>({ label, value, choices, onChoose }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className={styles["choice"]}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = choices[target.selectedIndex];
          if (chosen !== undefined) onChoose(chosen.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
