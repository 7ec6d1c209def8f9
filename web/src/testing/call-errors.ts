import type { CallError } from "../state/entities.ts";

export const callError = (code: CallError["code"], retryAfterSeconds: number | null = null): CallError => ({
  code,
  message: "",
  fieldErrors: {},
  retryAfterSeconds,
});
