import type { CallError, Me } from "../entities.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends SignInState {}
  interface AppEvents extends SignInEvents, SignInNews {}
  interface AppEffects extends SignInEffects {}
  interface AlertKeys extends Record<`signIn.${"signedOutElsewhere" | "sessionEnded"}`, true> {}
}

export type Realm = "customer" | "erp";

export interface SignInState {
  readonly session:
    | { readonly phase: "signed-out" }
    | { readonly phase: "signed-in"; readonly token: string; readonly me: Me };
  readonly signIn: {
    readonly realm: Realm;
    readonly phase: "idle" | "busy" | "failed";
    readonly error: CallError | null;
  };
  readonly invited: Invited | null;
  /** Whether the person is being asked about unsent messages and drafts before signing out (SEND-7). */
  readonly isSigningOut: boolean;
}

export type Invited = Pick<Me, "name" | "username">;

/** With an invitation, which sets the password, the user name is ignored (SIGN-4). */
interface SignInAttempt {
  readonly username: string;
  readonly password: string;
  readonly invitation?: string | undefined;
}

export interface SignInEvents {
  "sign-in/asked": SignInAttempt;
  "sign-in/accepted": { readonly token: string; readonly me: Me };
  "sign-in/refused": { readonly error: CallError };
  "sign-in/realm-chosen": { readonly realm: Realm };
  "sign-in/invitation-asked": { readonly invitation: string };
  "sign-in/invited": { readonly invited: Invited };
  /** `unsent` is what to do with unsent messages and drafts. If it is absent and there are any, the person is asked (SEND-7). */
  "sign-out/asked": { readonly unsent?: "keep" | "delete" };
  "sign-out/put-off": Nothing;
  /** A call with this token got 401 (GUARD-3). */
  "session/rejected": { readonly token: string };
  "session/ended-elsewhere": Nothing;
  "session/restored": { readonly token: string; readonly me: Me };
  "session/begun-elsewhere": { readonly token: string; readonly me: Me };
  "session/me-loaded": { readonly me: Me };
}

interface SignInNews {
  /** A person is now signed in, and every slice starts its work. */
  "session/started": Nothing;
}

export interface SignInEffects {
  "call-sign-in": SignInAttempt & { readonly realm: Realm };
  "call-invitation": { readonly invitation: string };
  "call-sign-out": { readonly token: string };
  "report-stored-sign-outs": Nothing;
  "call-me": Nothing;
  "save-session": { readonly token: string; readonly me: Me };
  "forget-session": Nothing;
  "save-realm": { readonly realm: Realm };
  "start-session": Nothing;
}
