import type { Vehicle } from "@cuplaj/protocol/offer.ts";
import type { Member } from "@cuplaj/protocol/participant.ts";
import type { PartRequest, RequestItem, RequestState } from "@cuplaj/protocol/request.ts";
import type { CommittedEntry } from "../rooms/log-rules.ts";
import type { AskedState } from "./rules.ts";

export interface NewRequest {
  readonly customer: Member;
  readonly clientId: string;
  readonly vehicle: Vehicle;
  readonly text: string;
  readonly items: readonly RequestItem[];
  /** The text of the room's first message, which carries the request. */
  readonly message: string;
  /** Usernames in lower case of the staff who join the room. */
  readonly staff: readonly string[];
  /** How long the webhook waits for photos, unless `release` ends the wait. */
  readonly holdMs: number;
  readonly now: string;
}

export interface SentRequest {
  readonly requestId: number;
  readonly roomId: number;
}

/** A request as a webhook reports it; `photos` are files that the customer sent in the room. */
export interface ReportedRequest extends Omit<PartRequest, "photos"> {
  readonly photos: readonly {
    readonly messageId: number;
    readonly name: string;
    readonly type: string;
    readonly bytes: number;
  }[];
}

export interface RequestStore {
  /** Finds the request that the customer sent with this `client_id`. */
  findSent(customerId: number, clientId: string): Promise<SentRequest | null>;
  /**
   * Stores a request, its room with the first members, and its message, all or nothing. `repeated` if the customer sent this `client_id` before,
   * `used` if they sent a message with it.
   */
  create(
    request: NewRequest,
  ): Promise<
    | (SentRequest & { readonly outcome: "made"; readonly entries: readonly CommittedEntry[] })
    | { readonly outcome: "repeated" | "used"; readonly entries: readonly [] }
  >;
  /** Lets the webhook of a new request be sent. */
  release(requestId: number): Promise<void>;
  change(change: {
    readonly roomId: number;
    readonly by: number;
    readonly state: AskedState;
    readonly reason: string | null;
    readonly now: string;
  }): Promise<{
    readonly outcome: "changed" | "same" | "conflict" | "not-member";
    readonly entries: readonly CommittedEntry[];
  }>;
  /** Reads a request as it was in `state`. */
  report(requestId: number, state: RequestState): Promise<ReportedRequest | null>;
}
