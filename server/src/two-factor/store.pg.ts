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

/** WAIT-1b: whether wrong codes are still counted together: their hour has neither ended nor begun in what is future again. */
const isCounting = "(wrong_since > $3 and wrong_since < $2::timestamptz + interval '1 minute')";

// One statement, so that each try sees those that are under way.
const countTry = namedStatement<Pick<StoredFactor, "secret" | "lastStep">>(
  "two-factor-try",
  `update second_factors set
     wrong_codes = case when ${isCounting} then wrong_codes + 1 else 1 end,
     wrong_since = case when ${isCounting} then wrong_since else $2 end
   where participant_id = $1 and (${isCounting} is not true or wrong_codes < $4)
   returning secret, last_step as "lastStep"`,
);
const offer = namedStatement<{ offered_secret: Buffer }>(
  "two-factor-offer",
  `update tokens set offered_secret = case when offered_at > $4 then offered_secret else $2 end,
     offered_at = case when offered_at > $4 then offered_at else $3 end
   where hash = $1 and ($5::bytea is null
     or exists (select from second_factors f where f.participant_id = tokens.participant_id and f.secret = $5))
   returning offered_secret`,
);
const selectOffered = namedStatement<{ offered_secret: Buffer | null }>(
  "two-factor-offered",
  "select offered_secret from tokens where hash = $1",
);

// Whose code was counted as a wrong one and asks again was right, which sets that count back.
const findNewCodes = namedStatement(
  "two-factor-new-codes",
  `update second_factors f set wrong_codes = case when $4 then 0 else wrong_codes end,
     wrong_since = case when $4 then null else wrong_since end
   where participant_id = $1 and codes_made_at > $3
     and (select count(*) from recovery_codes r where r.participant_id = f.participant_id and r.hash = any($2)) = cardinality($2)
   returning 1`,
);

const setFactor = namedStatement<{ is_set: boolean }>(
  "two-factor-set",
  "select set_second_factor($1, $2, $3, $4, $5, $6, $7) as is_set",
);
const spend = namedStatement<{ is_used: boolean }>(
  "two-factor-use",
  "select use_second_factor($1, $2, $3, $4, $5, $6, $7) as is_used",
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
    async use({ personId, secret, by, newHashes, now, address }) {
      const [step, hash] = "step" in by ? [by.step, null] : [null, by.recoveryHash];
      const [row] = await spend(pool, [personId, secret, step, hash, newHashes, isoTime(now), address]);
      return row?.is_used === true;
    },
    async offer(session, secret, { now, since, given }) {
      const values = [hashOfSession(session), secret, isoTime(now), isoTime(since), given];
      return (await offer(pool, values))[0]?.offered_secret ?? null;
    },
    findOffered: async (session) => (await selectOffered(pool, [hashOfSession(session)]))[0]?.offered_secret ?? null,
    async set({ personId, session, secret, step, recoveryHashes, now, address }) {
      const values = [hashOfSession(session), personId, secret, step, recoveryHashes, isoTime(now), address];
      return (await setFactor(pool, values))[0]?.is_set === true;
    },
    areNew: async (personId, hashes, { since, isCounted }) =>
      (await findNewCodes(pool, [personId, hashes, isoTime(since), isCounted])).length > 0,
    complete: async (session, secret, now) =>
      (await complete(pool, [hashOfSession(session), secret, isoTime(now)]))[0]?.is_complete === true,
    async endIncomplete(before) {
      await pool.query(deleteIncomplete, [before]);
    },
  };
}
