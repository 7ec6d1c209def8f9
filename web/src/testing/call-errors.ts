import type { CallError } from "../state/entities.ts";

/** Why a call gave no answer. */
export const callError = (code: CallError["code"], retryAfterSeconds: number | null = null): CallError => ({
  code,
  message: "",
  fieldErrors: {},
  retryAfterSeconds,
});
