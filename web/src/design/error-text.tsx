import { useEffect, useReducer } from "react";
import { useTranslations } from "use-intl";
import { VisuallyHidden } from "./visually-hidden.tsx";
import { systemClock } from "../platform/clock.ts";
import type { CallError } from "../state/entities.ts";

interface ErrorTextProps {
  readonly error: CallError;
}

/** Describes a failed call; if the server asked for a wait, counts it down (WEB-12). */
export function ErrorText({ error }: ErrorTextProps) {
  const t = useTranslations("errors");
  const isWait = error.code === "too_many_requests" && error.retryAfterSeconds !== null;
  return isWait ? <Wait error={error}>{(seconds) => t("waitSeconds", { seconds })}</Wait> : t(error.code);
}

/** WEB-12: announces the wait's length and its end, not each second. */
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

/** The seconds left of the server's wait, updated as they pass; 0 without a wait. */
export function useSecondsLeft(error: CallError | null): number {
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0);
  const leftMs = error === null ? 0 : msLeft(error);
  useEffect(() => (leftMs > 0 ? systemClock.later(leftMs % 1000 || 1000, draw) : undefined), [leftMs]);
  return Math.ceil(leftMs / 1000);
}

/** When waits end, in ms since the epoch, counted from each error's first render. */
const ends = new WeakMap<CallError, number>();

/** WAIT-1: a clock set back ends the wait. */
function msLeft(error: CallError): number {
  const wholeMs = error.code === "too_many_requests" ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const now = systemClock.now();
  const end = ends.get(error) ?? now + wholeMs;
  ends.set(error, end);
  return end > now && end <= now + wholeMs ? end - now : 0;
}
