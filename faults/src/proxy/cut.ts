/** MSG-2: the three points at which a cut leaves the sender without an outcome. */
export const cutPoints = ["before-request-end", "before-answer", "mid-answer"] as const;

export type CutPoint = (typeof cutPoints)[number];

export interface CutPlan {
  readonly point: CutPoint;
  /** The text by which the call is recognised: the first call whose head contains it is cut. */
  readonly matching: string;
}

/** Whether to pass on the bytes of one direction, or to pass on the last ones and cut the connection. */
export type CutVerdict =
  | { readonly kind: "pass"; readonly bytes: Buffer }
  | { readonly kind: "cut"; readonly last: Buffer; readonly towards: "server" | "client" };

export interface CutWatcher {
  /** Handles bytes from the client. Those of a call that is not yet complete are held back. */
  request(chunk: Buffer): CutVerdict;
  answer(chunk: Buffer): CutVerdict;
}

const nothing = Buffer.alloc(0);
const headEnd = "\r\n\r\n";
const missingBytes = 2;

type State =
  | { readonly kind: "idle" }
  | { readonly kind: "gathering"; readonly plan: CutPlan; readonly held: Buffer }
  | { readonly kind: "answering"; readonly plan: CutPlan }
  | { readonly kind: "cut" };

/** Watches a connection for a call. `takePlan` hands out the pending cut once, to the first call that matches. */
export function watchForCut(takePlan: (head: string) => CutPlan | null): CutWatcher {
  let state: State = { kind: "idle" };

  const gather = (plan: CutPlan, bytes: Buffer): CutVerdict => {
    const end = requestEnd(bytes);
    if (end === null || bytes.length < end) {
      state = { kind: "gathering", plan, held: bytes };
      return { kind: "pass", bytes: nothing };
    }
    if (plan.point === "before-request-end") {
      state = { kind: "cut" };
      return { kind: "cut", last: bytes.subarray(0, end - missingBytes), towards: "server" };
    }
    state = { kind: "answering", plan };
    return { kind: "pass", bytes };
  };

  return {
    request(chunk) {
      if (state.kind === "cut") return { kind: "pass", bytes: nothing };
      if (state.kind === "gathering") return gather(state.plan, Buffer.concat([state.held, chunk]));
      const plan = state.kind === "idle" ? takePlan(chunk.toString("latin1")) : null;
      return plan === null ? { kind: "pass", bytes: chunk } : gather(plan, chunk);
    },
    answer(chunk) {
      if (state.kind === "cut") return { kind: "pass", bytes: nothing };
      if (state.kind !== "answering") return { kind: "pass", bytes: chunk };
      const shown = state.plan.point === "mid-answer" ? chunk.length / 2 : 0;
      state = { kind: "cut" };
      return { kind: "cut", last: chunk.subarray(0, shown), towards: "client" };
    },
  };
}

/** The length of a call, head and body; null until its head is complete. */
function requestEnd(bytes: Buffer): number | null {
  const at = bytes.indexOf(headEnd);
  if (at === -1) return null;
  const length = /^content-length: *(?<length>\d+)/imu.exec(bytes.toString("latin1", 0, at))?.groups?.["length"];
  return at + headEnd.length + Number(length ?? 0);
}
