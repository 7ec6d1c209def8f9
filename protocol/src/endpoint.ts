import type { TSchema } from "typebox";
import type { ErrorCode } from "./errors.ts";
import type { Permission } from "./permission.ts";

/** SEC-4: rate limit of a call. It counts by person, or by address for `unknownCalls` and if no token is valid; `signIn` follows AUTH-3. */
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
  /** Longer bodies get 413: at once if the length is declared, else when they exceed it. */
  readonly bytesMax: number;
  /** Longest pause between two pieces of the body, ms. */
  readonly stillMsMax: number;
}

export interface Endpoint {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /** Default: bearer token required. `optional` checks it only if sent; `ticket` also accepts a cookie for the path (MSG-4). */
  readonly access?: "public" | "optional" | "ticket";
  readonly limit: CallLimit;
  /** USR-4: allowed with a temporary password, which every other call with a token refuses. */
  readonly takesTemporaryPassword?: true;
  /** TFA-1: allowed while the second factor is pending, which every other call with a token refuses. */
  readonly takesPendingSignIn?: true;
  /** AUTH-11: requires password and second factor within the last `proofMinutesMax`. */
  readonly needsProof?: true;
  /** SEC-5: large or slow; each person may run only a few of these at once. */
  readonly isExpensive?: true;
  /** MSG-4k: query parameter that requests a file's small form, which skips the queue for large files. */
  readonly smallBy?: string;
  /** SEC-5: time limit for receiving the whole request, ms; default 30 s. */
  readonly timeLimitMs?: number;
  readonly params?: TSchema;
  readonly query?: TSchema;
  /** Request headers it reads, in lower case. */
  readonly headers?: TSchema;
  readonly body?: TSchema;
  /** Limit of a buffered body, bytes; default 128 KiB, or 8 KiB without a required token (SEC-4). */
  readonly bodyBytesMax?: number;
  readonly upload?: UploadBody;
  /** Responses by status. `file` streams a file and honours `Range`, `If-Range`, `If-None-Match` and `HEAD`. */
  readonly answers: Readonly<Record<number, TSchema>> | "file";
  /** ERR-1: `details` of an error, by code. */
  readonly details?: Readonly<Partial<Record<ErrorCode, TSchema>>>;
}

/** An endpoint with its prose; parameters, fields and examples are described in their schemas. */
export interface DocumentedEndpoint extends Endpoint {
  readonly summary: string;
  readonly description: string;
  /** The caller's roles must grant all of these. */
  readonly permissions?: readonly Permission[];
  /** Errors beyond those its shape implies, each with its cause. */
  readonly errors?: Readonly<Partial<Record<ErrorCode, string>>>;
}
