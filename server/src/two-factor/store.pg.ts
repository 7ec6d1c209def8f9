import { isoTime } from "../kernel/clock.ts";
import { sessionEndedTopic } from "../sign-in/store.ts";
import { hashOfSession } from "../sign-in/token.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import { wrongCodesMax, wrongCodesWindowMs } from "./rules.ts";
import type { StoredFactor, TwoFactorStore } from "./store.ts";

const selectFactor = namedStatement<Omit<StoredFactor, "wrongSince"> & { wrong_since: Date | null }>(
  "two-factor",
  `select secret, ${wireTime("set_at")} as "setAt", last_step as "lastStep", wrong_codes as "wrongCodes", wrong_since,
     (select count(*)::integer from recovery_codes r where r.participant_id = f.participant_id) as "recoveryCodesLeft"
   from second_factors f where participant_id = $1`,
);

// Of two at once the second waits for the first one's commit and finds its step.
const spendStep = namedStatement(
  "two-factor-use-step",
  `update second_factors set last_step = $3, wrong_codes = 0, wrong_since = null
   where participant_id = $1 and secret = $2 and last_step < $3 returning 1`,
);
// The factor is locked before its codes, as by whoever makes new ones.
const spendRecoveryCode = namedStatement(
  "two-factor-use-recovery-code",
  `with factor as (select participant_id from second_factors where participant_id = $1 for no key update),
     spent as (
       delete from recovery_codes r using factor f where r.participant_id = f.participant_id and r.hash = $2
       returning r.participant_id)
   update second_factors f set wrong_codes = 0, wrong_since = null from spent where f.participant_id = spent.participant_id
   returning 1`,
);
// One statement, so that each try sees those that are under way.
const countTry = namedStatement<Pick<StoredFactor, "secret" | "lastStep">>(
  "two-factor-try",
  `update second_factors set
     wrong_codes = case when wrong_since > $3 then wrong_codes + 1 else 1 end,
     wrong_since = case when wrong_since > $3 then wrong_since else $2 end
   where participant_id = $1 and (wrong_since is null or wrong_since <= $3 or wrong_codes < $4)
   returning secret, last_step as "lastStep"`,
);
const offer = namedStatement<{ offered_secret: Buffer }>(
  "two-factor-offer",
  `update tokens set offered_secret = case when $3 then coalesce(offered_secret, $2) else $2 end where hash = $1
   returning offered_secret`,
);
const selectOffered = namedStatement<{ offered_secret: Buffer | null }>(
  "two-factor-offered",
  "select offered_secret from tokens where hash = $1",
);

/** `storage/migrations/0037-two-factor.ts`, as the next two. */
const setFactor = namedStatement<{ is_set: boolean }>(
  "two-factor-set",
  "select set_second_factor($1, $2, $3, $4, $5, $6, $7) as is_set",
);
const renewCodes = namedStatement<{ are_renewed: boolean }>(
  "two-factor-renew",
  "select renew_recovery_codes($1, $2, $3) as are_renewed",
);
const complete = namedStatement<{ is_complete: boolean }>(
  "two-factor-complete",
  "select complete_sign_in($1, $2, $3) as is_complete",
);

// AUTH-7: the commit notifies every server, which closes what the sessions have open.
const deleteIncomplete = `
  with gone as (
    delete from tokens t using participants p
    where p.id = t.participant_id and p.kind <> 'customer' and t.program is null and t.second_factor_at is null
      and t.created_at < $1
    returning t.participant_id, t.hash)
  select pg_notify('${sessionEndedTopic}', participant_id || ' ' || encode(hash, 'hex')) from gone`;

export function createTwoFactorStore(pool: StatementPool): TwoFactorStore {
  return {
    async find(personId) {
      const [row] = await selectFactor(pool, [personId]);
      if (row === undefined) return null;
      const { wrong_since: since, ...factor } = row;
      return { ...factor, wrongSince: since?.getTime() ?? null };
    },
    async beginTry(personId, now) {
      const since = isoTime(now - wrongCodesWindowMs);
      return (await countTry(pool, [personId, isoTime(now), since, wrongCodesMax]))[0] ?? null;
    },
    useStep: async (personId, secret, step) => (await spendStep(pool, [personId, secret, step])).length > 0,
    useRecoveryCode: async (personId, hash) => (await spendRecoveryCode(pool, [personId, hash])).length > 0,
    offer: async (session, secret, keeps) =>
      (await offer(pool, [hashOfSession(session), secret, keeps]))[0]?.offered_secret ?? null,
    findOffered: async (session) => (await selectOffered(pool, [hashOfSession(session)]))[0]?.offered_secret ?? null,
    async set({ personId, session, secret, step, recoveryHashes, now, address }) {
      const values = [hashOfSession(session), personId, secret, step, recoveryHashes, isoTime(now), address];
      return (await setFactor(pool, values))[0]?.is_set === true;
    },
    renewRecoveryCodes: async (personId, hashes, address) =>
      (await renewCodes(pool, [personId, hashes, address]))[0]?.are_renewed === true,
    complete: async (session, secret, now) =>
      (await complete(pool, [hashOfSession(session), secret, isoTime(now)]))[0]?.is_complete === true,
    async endIncomplete(before) {
      await pool.query(deleteIncomplete, [before]);
    },
  };
}
