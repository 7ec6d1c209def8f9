import type { PublicSettings } from "@cuplaj/protocol/public-settings.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import { demoPeople } from "./demo/content/people.ts";
import { fillDemo } from "./demo/fill-demo.ts";
import { demoStorePg } from "./demo/store.pg.ts";
import { hashPassword } from "./sign-in/password-hash.ts";
import type { Database } from "./storage/database.ts";
import { keepSetting, readSetting } from "./storage/kept-setting.ts";

const filledKey = "demo_filled";

/** Fills an empty database with the demo and remembers that it did (RUN-9). */
export async function fillEmptyWithDemo(database: Database, clock: Clock): Promise<"filled" | "not-empty"> {
  const outcome = await fillDemo({ store: demoStorePg(database), hashPassword, now: clock.now() });
  if (outcome === "filled") await keepSetting(database, filledKey, () => "yes");
  return outcome;
}

/** The accounts that the sign-in page shows: those of the demo in demo mode, else none (RUN-9). */
export async function demoAccounts(config: Config, database: Database): Promise<PublicSettings["demo_accounts"]> {
  if (config.demo === "never" || (await readSetting(database, filledKey)) === undefined) return [];
  return demoPeople.map(({ username, name, kind }) => ({ username, name, type: kind }));
}
