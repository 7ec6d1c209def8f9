import type { CallError } from "../entities.ts";
import type { AppState } from "../shape.ts";
import { changed, type Change, type Context, type Handlers, dispatchLater } from "../transition.ts";
import { isRefusal, mayPassByItself } from "./may-pass.ts";
import { chanceOf, notBefore, retryDelayMs } from "./retry-delay.ts";

declare module "../shape.ts" {
  interface AppState extends RetriesState {}
  interface AppEvents extends RetriesEvents {}
}

interface Failure {
  readonly attempts: number;
  readonly error: CallError;
  /** The server refuses the call until this moment, ms since the epoch. */
  readonly notBefore: number;
  readonly isUnderWay: boolean;
}

export interface RetriesState {
  readonly failures: Readonly<Record<string, Failure>>;
}

export interface RetriesEvents {
  "retries/due": { readonly key: string };
}

const failuresMax = 100;

export const retryHandlers: Handlers<keyof RetriesEvents> = {
  "retries/due": (state, { key }, { retryFailed }) => {
    const failure = state.failures[key];
    // The data may have arrived, been refused, or been requested again at a good moment.
    const mayPass = failure && !failure.isUnderWay && mayPassByItself(failure.error, failure.attempts);
    return mayPass ? retryFailed(state, (other) => other === key) : changed(state);
  },
};

/** SYNC-8a: schedules a retry. Each key has its own attempts and timer; waits double, and are never shorter than the server asks for (SEND-4). */
export function retryLater(
  state: AppState,
  key: string,
  error: CallError,
  { now, newId }: Pick<Context, "now" | "newId">,
): Change {
  const { [key]: before, ...others } = state.failures;
  const attempts = (before?.attempts ?? 0) + 1;
  const stored = Object.entries(others).slice(1 - failuresMax);
  const failure = { attempts, error, notBefore: now + notBefore(error, 0), isUnderWay: false };
  const failed = { ...state, failures: { ...Object.fromEntries(stored), [key]: failure } };
  if (!mayPassByItself(error, attempts)) return changed(failed);
  const delayMs = retryDelayMs(attempts - 1, chanceOf(newId()), error);
  return changed(failed, [dispatchLater(`retry.${key}`, delayMs, { type: "retries/due", key })]);
}

/** Like `retryLater`, but a refusal is final. It serves data that the person named, such as an offer by its number. */
export const retryUnlessRefused: typeof retryLater = (state, key, error, context) =>
  isRefusal(error) ? changed(withoutFailure(state, key)) : retryLater(state, key, error, context);

/** Repeats every failed request at a good moment, except those that the server refuses for now. */
export const retryNow = (state: AppState, { now, retryFailed }: Pick<Context, "now" | "retryFailed">): Change =>
  retryFailed(state, (key) => hasFailed(state, key) && (state.failures[key]?.notBefore ?? 0) <= now);

export const hasFailed = (state: AppState, key: string): boolean => state.failures[key]?.isUnderWay === false;

export function underWay(state: AppState, key: string): AppState {
  const failure = state.failures[key];
  return failure ? { ...state, failures: { ...state.failures, [key]: { ...failure, isUnderWay: true } } } : state;
}

export function withoutFailure(state: AppState, key: string): AppState {
  if (state.failures[key] === undefined) return state;
  const { [key]: _failure, ...failures } = state.failures;
  return { ...state, failures };
}
