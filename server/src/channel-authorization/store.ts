import type { Role } from "@cuplaj/protocol/permission.ts";

/** Whoever a session belongs to. */
export interface SessionOwner {
  readonly participantId: number;
  readonly roles: readonly Role[];
}

/** Somebody who has to be a member of an offer's room. */
export interface AskedMembership {
  readonly participantId: number;
  readonly offerId: number;
}

export interface AccessStore {
  /**
   * The owners of the sessions whose token is valid at `now` (AUTH-6), and those of the memberships that exist. One statement,
   * so all is of one moment.
   */
  findAccess(
    asked: { readonly sessions: readonly string[]; readonly memberships: readonly AskedMembership[] },
    now: number,
  ): Promise<{ readonly owners: ReadonlyMap<string, SessionOwner>; readonly members: ReadonlySet<AskedMembership> }>;
}
