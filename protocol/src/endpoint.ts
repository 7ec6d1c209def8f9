import type { TSchema } from "typebox";
import type { ErrorCode } from "./errors.ts";
import type { Permission } from "./permission.ts";

/**
 * SEC-4: what a call counts as. `unknownCalls` is counted by address, as is every call without a good token, and `signIn` where
 * people sign in (AUTH-3); all others by person.
 */
export type CallLimit =
  | "publish"
  | "uploads"
  | "uploadParts"
  | "actions"
  | "join"
  | "authorizeChannel"
  | "ownSettings"
  | "readMarks"
  | "sync"
  | "reads"
  | "search"
  | "offerWrites"
  | "decisions"
  | "administration"
  | "unknownCalls"
  | "signIn";

/** A body that is read while it comes, and never held as a whole. */
export interface UploadBody {
  /** Its content types, without parameters. */
  readonly types: readonly string[];
  /** A longer one is 413: at once where it says its length, else when so much has come. */
  readonly bytesMax: number;
  /** Longest time in which nothing of it comes, ms. */
  readonly stillMsMax: number;
}

export interface Endpoint {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /**
   * Without it the call asks for a bearer token; an `optional` one has to be good where it is sent, and a `ticket` to the call's path,
   * in a cookie, does where none is sent (MSG-4).
   */
  readonly access?: "public" | "optional" | "ticket";
  readonly limit: CallLimit;
  /** USR-4: also with a temporary password, which all other calls that ask for a token refuse. */
  readonly takesTemporaryPassword?: true;
  /** TFA-1: also while the session lacks its second factor, when all other calls that ask for a token refuse. */
  readonly takesPendingSignIn?: true;
  /** AUTH-11: only where the person has given their password, and their second factor, in the last `proofMinutesMax`. */
  readonly needsProof?: true;
  /** SEC-5: the answer may be large or take much work: a person has few of them under way at once. */
  readonly isExpensive?: true;
  /** MSG-4k: the part of its query that asks for the small form of a file, which waits for no large one. */
  readonly smallBy?: string;
  /** SEC-5: longest time that the request may take to arrive whole, ms; 30 s without. */
  readonly timeLimitMs?: number;
  readonly params?: TSchema;
  readonly query?: TSchema;
  /** The headers that it reads, in small letters. */
  readonly headers?: TSchema;
  readonly body?: TSchema;
  /** Longest body, read as a whole; 128 KiB without, and 8 KiB where no token is asked for (SEC-4). */
  readonly bodyBytesMax?: number;
  /** Instead of `body`. */
  readonly upload?: UploadBody;
  /** By status; a file is answered whole or in part, as the client asks (`Range`, `If-Range`, `If-None-Match`, `HEAD`). */
  readonly answers: Readonly<Record<number, TSchema>> | "file";
  /** ERR-1: what an error carries beside its words, by its code. */
  readonly details?: Readonly<Partial<Record<ErrorCode, TSchema>>>;
}

/** An endpoint in words; those of its parts, and examples, stand in their schemas. */
export interface DocumentedEndpoint extends Endpoint {
  /** A few words, as a heading. */
  readonly summary: string;
  readonly description: string;
  /** The caller's roles must grant all of these. */
  readonly permissions?: readonly Permission[];
  /** Errors of its own, beside those that its shape alone tells, each with when it comes. */
  readonly errors?: Readonly<Partial<Record<ErrorCode, string>>>;
}
