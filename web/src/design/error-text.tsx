import { useEffect, useReducer } from "react";
import { useTranslations } from "use-intl";
import { VisuallyHidden } from "./visually-hidden.tsx";
import { systemClock } from "../platform/clock.ts";
import type { CallError } from "../state/entities.ts";

interface ErrorTextProps {
  readonly error: CallError;
}

/** A failed call in the language on screen; a wait that the server asks for counts down (WEB-12). */
export function ErrorText({ error }: ErrorTextProps) {
  const t = useTranslations("errors");
  const isWait = error.code === "too_many_requests" && error.retryAfterSeconds !== null;
  return isWait ? <Wait error={error}>{(seconds) => t("waitSeconds", { seconds })}</Wait> : t(error.code);
}

/** WEB-12: read aloud is how long it takes, and that it is over, not each second. */
export function Wait({ error, children }: ErrorTextProps & { readonly children: (seconds: number) => string }) {
  const over = useTranslations("errors")("waitOver");
  const left = useSecondsLeft(error);
  return (
    <>
      <span aria-hidden="true">{left > 0 ? children(left) : over}</span>
      <VisuallyHidden role="status">{left > 0 ? children(error.retryAfterSeconds ?? left) : over}</VisuallyHidden>
    </>
  );
}

/** How long the server asks to wait, s; drawn again as they pass. 0 where it does not, or no more. */
export function useSecondsLeft(error: CallError | null): number {
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0);
  const leftMs = error === null ? 0 : msLeft(error);
  useEffect(() => (leftMs > 0 ? systemClock.later(leftMs % 1000 || 1000, draw) : undefined), [leftMs]);
  return Math.ceil(leftMs / 1000);
}

/** When refusals end, ms since the epoch, from when they are first drawn. */
const ends = new WeakMap<CallError, number>();

/** WAIT-1: a clock that is put back ends the wait. */
function msLeft(error: CallError): number {
  const wholeMs = error.code === "too_many_requests" ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const now = systemClock.now();
  const end = ends.get(error) ?? now + wholeMs;
  ends.set(error, end);
  return end > now && end <= now + wholeMs ? end - now : 0;
}
