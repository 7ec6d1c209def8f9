import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type KeyboardEvent, Suspense, useLayoutEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { searchCharactersMax } from "@cuplaj/protocol/limits.ts";
import { IconButton } from "../../design/button.tsx";
import { VisuallyHidden } from "../../design/visually-hidden.tsx";
import { lateComponent } from "../../platform/late-component.ts";
import { useBackToClose } from "../../platform/input/use-back-to-close.ts";
import { useRoomTitle } from "../../state/rooms/use-room-title.ts";
import { useCommands } from "../../state/app-context.ts";
import styles from "./found-bar.module.css";
import type { Found } from "../../state/search/found-shape.ts";

const FoundSaid = lateComponent(async () => (await import("./found-said.tsx")).FoundSaid);

interface FoundBarProps {
  readonly found: Found;
  readonly onClose: () => void;
}

/** What is searched in a conversation, how much was found, and the ways through it (FIND-4d, FIND-4f). */
export function FoundBar({ found, onClose }: FoundBarProps) {
  const t = useTranslations("found");
  // The bar lies over the room's own heading.
  const title = useRoomTitle(found.roomId);
  // FIND-4e: with what the results opened the bar was not asked for, and back leads to them.
  useBackToClose(found.fieldAsked > 0 ? onClose : null);
  return (
    <div className={styles["bar"]} role="search" aria-label={t("bar")}>
      <VisuallyHidden as="h2">{title}</VisuallyHidden>
      <Field found={found} />
      <Suspense fallback={null}>
        <FoundSaid found={found} />
      </Suspense>
      <div className={styles["ways"]}>
        <Way step={1} found={found} />
        <Way step={-1} found={found} />
        <IconButton label={t("close")} tipSide="left" onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

interface WayProps {
  readonly step: -1 | 1;
  readonly found: Found;
}

/** To the next one, further up, or to the previous one. */
function Way({ step, found: { seqs } }: WayProps) {
  const t = useTranslations("found");
  const { walkFound } = useCommands();
  const Arrow = step > 0 ? ChevronUp : ChevronDown;
  return (
    <IconButton
      label={step > 0 ? t("next") : t("previous")}
      tipSide="left"
      aria-disabled={seqs.length === 0 || undefined}
      onClick={() => walkFound(step, true)}
    >
      <Arrow size={20} aria-hidden="true" />
    </IconButton>
  );
}

function Field({ found: { text, fieldAsked } }: { readonly found: Found }) {
  const t = useTranslations("found");
  const { typeFound, walkFound } = useCommands();
  const field = useRef<HTMLInputElement>(null);
  // In the same frame: what is typed next belongs here.
  useLayoutEffect(() => {
    if (fieldAsked === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [fieldAsked]);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    walkFound(event.shiftKey ? -1 : 1, true);
  }
  return (
    <input
      ref={field}
      className={styles["field"]}
      type="text"
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={searchCharactersMax}
      aria-label={t("field")}
      placeholder={t("open")}
      value={text}
      onChange={(event) => typeFound(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
