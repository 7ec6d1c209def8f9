import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import type { SessionCache } from "../sign-in/session-cache.ts";
import type { SignInStore } from "../sign-in/store.ts";

export interface OwnSettingsParts {
  readonly users: Pick<SignInStore, "findUser">;
  readonly sessions: Pick<SessionCache, "forgetPerson">;
}

/** AUTH-8: a person as a change has left them; this process remembers nothing older from here on. */
export async function readChanged(
  { users, sessions }: OwnSettingsParts,
  participantId: number,
): Promise<Outcome<User>> {
  sessions.forgetPerson(participantId);
  const user = await users.findUser(participantId);
  // Disabled meanwhile: the token has died.
  return user === null ? refused("unauthenticated") : done(user);
}
