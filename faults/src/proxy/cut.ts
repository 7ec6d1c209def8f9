/** Where in a call the connection is cut (MSG-2): the three places at which a sender does not know what became of it. */
export const cutPoints = ["before-request-end", "before-answer", "mid-answer"] as const;

/** One of the three places. */
export type CutPoint = (typeof cutPoints)[number];

/** One cut that waits for its call. */
export interface CutPlan {
  readonly point: CutPoint;
  /** The call is the first whose head contains this. */
  readonly matching: string;
}

/** What to do with the bytes of one direction: pass them on, or pass these last ones and then cut the connection. */
export type CutVerdict =
  | { readonly kind: "pass"; readonly bytes: Buffer }
  | { readonly kind: "cut"; readonly last: Buffer; readonly towards: "server" | "client" };

/** Watches the calls of one connection for the one that is to be cut. */
export interface CutWatcher {
  /** Bytes from the client; those of a call that is being gathered are held back. */
  request(chunk: Buffer): CutVerdict;
  /** Bytes from the server. */
  answer(chunk: Buffer): CutVerdict;
}

const nothing = Buffer.alloc(0);
const headEnd = "\r\n\r\n";
/** How much of the request never arrives. */
const missingBytes = 2;

type State =
  | { readonly kind: "idle" }
  | { readonly kind: "gathering"; readonly plan: CutPlan; readonly held: Buffer }
  | { readonly kind: "answering"; readonly plan: CutPlan }
  | { readonly kind: "cut" };

/** Makes a watcher; `takePlan` gives away the waiting cut when the head of a call fits it, and only once. */
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

/** Length of the call that begins here, head and body; null while its head is not there. */
function requestEnd(bytes: Buffer): number | null {
  const at = bytes.indexOf(headEnd);
  if (at === -1) return null;
  const length = /^content-length: *(?<length>\d+)/imu.exec(bytes.toString("latin1", 0, at))?.groups?.["length"];
  return at + headEnd.length + Number(length ?? 0);
}
