import type { User } from "@cuplaj/protocol/participant.ts";

/** The signed-in person and the session behind the token (never the token itself). */
export interface Caller {
  readonly user: User;
  readonly session: string;
  readonly isProgram: boolean;
}
