import { createHash, randomBytes } from "node:crypto";
import { query } from "../product/database.ts";

/** Returns a person's token. Creates one at first, and after `forget`. */
export interface DemoToken {
  (): Promise<string>;
  readonly forget: () => void;
}

/**
 * Creates tokens for a demo person by SQL, since sign-ins are limited even if nothing else is. Restores the person if the run has disabled them or
 * given them a temporary password.
 */
export function demoToken(dataDir: string, username: string): DemoToken {
  const person = query<{ id: number }>(dataDir, "select id::integer from participants where username = $1", [username]);
  let token: Promise<string> | null = null;
  const make = async (): Promise<string> => {
    const made = randomBytes(32).toString("base64url");
    await query(
      dataDir,
      `with person as (update participants set disabled_at = null, has_temporary_password = false where id = $2 returning id)
       insert into tokens (hash, participant_id, created_at, last_used_at) select $1::bytea, id, now(), now() from person`,
      [createHash("sha256").update(made).digest(), (await person)[0]?.id],
    );
    return made;
  };
  return Object.assign(() => (token ??= make()), { forget: () => void (token = null) });
}
