import { isoTime } from "../kernel/clock.ts";
import { sessionEndedTopic } from "../sign-in/store.ts";
import { hashOfSession } from "../sign-in/token.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import { wrongCodesWindowMs } from "./rules.ts";
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
  `update second_factors set last_step = $3, wrong_codes = 0
   where participant_id = $1 and secret = $2 and last_step < $3 returning 1`,
);
const spendRecoveryCode = namedStatement(
  "two-factor-use-recovery-code",
  "delete from recovery_codes where participant_id = $1 and hash = $2 returning 1",
);
const noteWrong = namedStatement(
  "two-factor-wrong",
  `update second_factors set
     wrong_codes = case when wrong_since > $3 then wrong_codes + 1 else 1 end,
     wrong_since = case when wrong_since > $3 then wrong_since else $2 end
   where participant_id = $1`,
);
const offer = namedStatement("two-factor-offer", "update tokens set offered_secret = $2 where hash = $1");
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
    useStep: async (personId, secret, step) => (await spendStep(pool, [personId, secret, step])).length > 0,
    useRecoveryCode: async (personId, hash) => (await spendRecoveryCode(pool, [personId, hash])).length > 0,
    async noteWrong(personId, now) {
      await noteWrong(pool, [personId, isoTime(now), isoTime(now - wrongCodesWindowMs)]);
    },
    async offer(session, secret) {
      await offer(pool, [hashOfSession(session), secret]);
    },
    findOffered: async (session) => (await selectOffered(pool, [hashOfSession(session)]))[0]?.offered_secret ?? null,
    async set({ personId, session, secret, step, recoveryHashes, now, address }) {
      const values = [hashOfSession(session), personId, secret, step, recoveryHashes, isoTime(now), address];
      return (await setFactor(pool, values))[0]?.is_set === true;
    },
    renewRecoveryCodes: async (personId, hashes, address) =>
      (await renewCodes(pool, [personId, hashes, address]))[0]?.are_renewed === true,
    complete: async (session, secret, now) =>
      (await complete(pool, [hashOfSession(session), secret, isoTime(now)]))[0]?.is_complete === true,
    async endIncomplete() {
      await pool.query(deleteIncomplete);
    },
  };
}
