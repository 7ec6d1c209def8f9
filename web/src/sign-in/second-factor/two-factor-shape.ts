import type { OfferedFactor, SecondFactor } from "@cuplaj/protocol/second-factor.ts";
import type { CallError, Me } from "../../state/entities.ts";
import type { AppEvent, Nothing } from "../../state/shape.ts";

declare module "../../state/shape.ts" {
  interface AppState extends TwoFactorState {}
  interface AppEvents extends TwoFactorEvents {}
  interface AppEffects extends TwoFactorEffects {}
  interface Commands extends TwoFactorCommands {}
}

/** What shows that it is the person who changes their second factor. */
interface Proof {
  readonly password: string;
  readonly code: string;
}

/** What a person asks about their second factor, or gives of it. */
export type AskedFactor =
  | { readonly kind: "view" }
  /** A secret to set up; with a proof where there is one already. */
  | { readonly kind: "offer"; readonly proof: Proof | null }
  | { readonly kind: "confirm"; readonly secret: string; readonly code: string }
  | { readonly kind: "give"; readonly code: string }
  | { readonly kind: "renew"; readonly proof: Proof }
  /** By one of the recovery codes. */
  | { readonly kind: "store"; readonly code: string };

/** What was answered. */
export interface AnsweredFactor {
  readonly own?: SecondFactor;
  readonly offered?: OfferedFactor;
  /**
   * The recovery codes, which are told once; `unseen` where that answer was lost, `void` where others have taken their place. They stay until
   * somebody says that they have them.
   */
  readonly codes?: readonly string[] | "unseen" | "void";
  /** The person, as their session has them from then on. */
  readonly me?: Me;
}

export interface TwoFactor extends Omit<AnsweredFactor, "me"> {
  /** The last call, and what became of it; `in-doubt` while `me` is asked whether it was done all the same. */
  readonly asked: AskedFactor["kind"] | null;
  readonly phase: "idle" | "busy" | "failed" | "in-doubt";
  readonly error: CallError | null;
}

export interface TwoFactorState {
  /** Null before anybody has asked. */
  readonly twoFactor: TwoFactor | null;
}

export interface TwoFactorEvents {
  "two-factor/asked": { readonly asked: AskedFactor };
  "two-factor/answered": { readonly answer: AnsweredFactor };
  "two-factor/failed": { readonly error: CallError };
  /** Nobody wants to go on. */
  "two-factor/closed": Nothing;
  /** The server knows, or there are none. */
  "two-factor/codes-stored": Nothing;
}

export interface TwoFactorEffects {
  "call-two-factor": { readonly asked: AskedFactor };
}

export interface TwoFactorCommands {
  readonly askFactor: (wish: AppEvent<"two-factor/asked" | "two-factor/closed" | "two-factor/codes-stored">) => void;
}
