import type { User } from "@cuplaj/protocol/participant.ts";

/** Who calls: the signed-in person, and the session that the token stands for (never the token itself). */
export interface Caller {
  readonly user: User;
  readonly session: string;
  /** The token is a program's (ERP-2), not a sign-in. */
  readonly isProgram: boolean;
}
