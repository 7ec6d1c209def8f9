import type { Clock } from "../kernel/clock.ts";
import { type AskedImport, type ImportEnd, importOffers } from "../offers-import/import-offers.ts";
import { createImportStore } from "../offers-import/store.pg.ts";
import { warnOfNoStaff } from "../offers/offer-staff.ts";
import { mayStoreOffers } from "../offers/rules.ts";
import { createOfferStore, offersOn } from "../offers/store.pg.ts";
import type { Config } from "../settings/config.ts";
import { createSignInStore } from "../sign-in/store.pg.ts";
import type { OpenStorage } from "../storage/open-storage.ts";

interface ImportWiring {
  readonly storage: Pick<OpenStorage, "pool">;
  readonly clock: Clock;
  readonly config: Pick<Config, "offerStaff">;
  readonly say: (line: string) => void;
}

/** `offers import` (RUN-7); returns null if the account may not store offers. */
export async function importByCommand(
  { config, storage: { pool }, clock, say }: ImportWiring,
  asked: AskedImport,
): Promise<ImportEnd | null> {
  const account = await createSignInStore(pool, "off").findAccount(asked.username);
  if (account === null || !mayStoreOffers(account.user)) return null;
  const { offerStaff } = config;
  const log = {
    warn: ({ names }: { names: readonly string[] }) =>
      say(`OFFER_STAFF names somebody without an enabled staff account: ${names.join(", ")}`),
  };
  await warnOfNoStaff({ offers: createOfferStore(pool), offerStaff, log });
  const by = { participantId: account.user.id, now: clock.now() };
  return await importOffers({ store: createImportStore({ pool, offersOn, offerStaff }), say }, asked, by);
}
