import { createHash, randomBytes } from "node:crypto";
import { query } from "../product/database.ts";

/** Gives a person's token, made where there is none or it was forgotten. */
export interface DemoToken {
  (): Promise<string>;
  readonly forget: () => void;
}

/** Tokens of people of the demo, as signing in makes them, which is limited also where nothing else is. */
export function demoToken(dataDir: string, username: string): DemoToken {
  let token: Promise<string> | null = null;
  const make = async (): Promise<string> => {
    const made = randomBytes(32).toString("base64url");
    await query(
      dataDir,
      `insert into tokens (hash, participant_id, created_at, last_used_at)
       select $1::bytea, id, now(), now() from participants where username = $2`,
      [createHash("sha256").update(made).digest(), username],
    );
    return made;
  };
  return Object.assign(() => (token ??= make()), { forget: () => void (token = null) });
}
