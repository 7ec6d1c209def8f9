import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import type { SessionCache } from "../sign-in/session-cache.ts";
import type { SignInStore } from "../sign-in/store.ts";

export interface OwnSettingsParts {
  readonly users: Pick<SignInStore, "findUser">;
  readonly sessions: Pick<SessionCache, "forgetPerson">;
}

/** AUTH-8: reads a person after a change of their settings, and evicts this process's cached copy. */
export async function readChanged(
  { users, sessions }: OwnSettingsParts,
  participantId: number,
): Promise<Outcome<User>> {
  sessions.forgetPerson(participantId);
  const user = await users.findUser(participantId);
  // The person was disabled in the meantime, so the token is invalid.
  return user === null ? refused("unauthenticated") : done(user);
}
