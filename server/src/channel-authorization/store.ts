import type { Role } from "@cuplaj/protocol/permission.ts";

export interface SessionOwner {
  readonly participantId: number;
  readonly roles: readonly Role[];
}

export interface AskedMembership {
  readonly participantId: number;
  readonly roomName: string;
}

export interface AccessStore {
  /** Finds the owners of sessions valid at `now` (AUTH-6), and which of the memberships exist, in one snapshot. */
  findAccess(
    asked: { readonly sessions: readonly string[]; readonly memberships: readonly AskedMembership[] },
    now: number,
  ): Promise<{ readonly owners: ReadonlyMap<string, SessionOwner>; readonly members: ReadonlySet<AskedMembership> }>;
}
