import type { TSchema } from "typebox";
import type { ErrorCode } from "./errors.ts";
import type { Permission } from "./permission.ts";

/** SEC-4: rate limit of a call, counted per person, or per address for `unknownCalls` and without a valid token; `signIn` follows AUTH-3. */
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

/** A body streamed as it arrives, never buffered whole. */
export interface UploadBody {
  /** Content types without parameters. */
  readonly types: readonly string[];
  /** Longer bodies get 413: immediately if the declared length is too long, otherwise once the limit is exceeded. */
  readonly bytesMax: number;
  /** Longest pause between two chunks of the body, ms. */
  readonly stillMsMax: number;
}

export interface Endpoint {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /** A bearer token is required by default. `optional` checks it only if sent; `ticket` also accepts a cookie for the path (MSG-4). */
  readonly access?: "public" | "optional" | "ticket";
  readonly limit: CallLimit;
  /** USR-4: accepts sessions with a temporary password; all other calls that require a token refuse them. */
  readonly takesTemporaryPassword?: true;
  /** TFA-1: accepts sessions whose second factor is pending; all other calls that require a token refuse them. */
  readonly takesPendingSignIn?: true;
  /**
   * MAIL-3: accepts sessions of one room, which all other calls that require a token refuse. `room`: only if `roomId` or `channelId` names that room;
   * `own`: the use case itself reveals nothing of other rooms.
   */
  readonly takesOneRoom?: "room" | "own";
  /** AUTH-11: requires that the password and second factor were entered within the last `proofMinutesMax`. */
  readonly needsProof?: true;
  /** SEC-5: marks a large or slow call; each person may run only a few of these at once. */
  readonly isExpensive?: true;
  /** MSG-4k: query parameter that requests a file's small form, which skips the queue for large files. */
  readonly smallBy?: string;
  /** SEC-5: time limit for receiving the whole request, ms; default 30 s. */
  readonly timeLimitMs?: number;
  readonly params?: TSchema;
  readonly query?: TSchema;
  /** Request headers that the call reads, in lower case. */
  readonly headers?: TSchema;
  readonly body?: TSchema;
  /** Size limit of a buffered body, bytes; default 128 KiB, or 8 KiB without a required token (SEC-4). */
  readonly bodyBytesMax?: number;
  readonly upload?: UploadBody;
  /** Responses by status. `file` streams a file and honours `Range`, `If-Range`, `If-None-Match` and `HEAD`. */
  readonly answers: Readonly<Record<number, TSchema>> | "file";
  /** ERR-1: `details` of an error, by code. */
  readonly details?: Readonly<Partial<Record<ErrorCode, TSchema>>>;
}

/** An endpoint with its description; parameters, fields and examples are described in their schemas. */
export interface DocumentedEndpoint extends Endpoint {
  readonly summary: string;
  readonly description: string;
  /** The caller's roles must grant all of these. */
  readonly permissions?: readonly Permission[];
  /** Errors beyond those that the endpoint's shape implies, each with its cause. */
  readonly errors?: Readonly<Partial<Record<ErrorCode, string>>>;
}
