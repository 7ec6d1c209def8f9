import type { CallError } from "../state/entities.ts";
import { tokenOf } from "../state/selectors.ts";
import type { AppStore } from "../state/store.ts";
import type { ApiClient, CallResult } from "./api-client.ts";
import type { AppEvent } from "../state/shape.ts";

/** Ends a call as one event at most; none once the person has signed out. */
export type Settle = <Value, Details>(
  result: Promise<CallResult<Value, Details>>,
  done: (value: Value) => AppEvent | null,
  failed?: (error: CallError<Details>) => AppEvent | null,
) => void;

declare module "../state/part.ts" {
  interface Outside {
    readonly api: ApiClient;
    readonly settle: Settle;
  }
}

/** Settles the calls of a store's effects. */
export function settleIn({ getState, dispatch }: Pick<AppStore, "getState" | "dispatch">): Settle {
  return (result, done, failed = () => null) => {
    const token = tokenOf(getState());
    void result.then((settled) => {
      if (tokenOf(getState()) !== token) return;
      const event = settled.ok ? done(settled.value) : failed(settled.error);
      if (event) dispatch(event);
    });
  };
}
