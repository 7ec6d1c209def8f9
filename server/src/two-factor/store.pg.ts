import { isoTime } from "../kernel/clock.ts";
import { noteAccountChange } from "../participants/note-account-change.ts";
import { sessionEndedTopic, settingsChangedTopic } from "../sign-in/store.ts";
import { hashOfSession } from "../sign-in/token.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import { wrongCodesMax, wrongCodesWindowMs } from "./rules.ts";
import type { StoredFactor, TwoFactorStore } from "./store.ts";

const selectFactor = namedStatement<Omit<StoredFactor, "wrongSince"> & { wrong_since: Date | null }>(
  "two-factor",
  `select secret, ${wireTime("set_at")} as "setAt", last_step as "lastStep", wrong_codes as "wrongCodes", wrong_since,
     (select greatest(count(*) filter (where is_new), count(*) filter (where not is_new))::integer
       from recovery_codes r where r.participant_id = f.participant_id) as "recoveryCodesLeft"
   from second_factors f where participant_id = $1`,
);

/** WAIT-1a: SQL that is false after an hour, or if the clock was set back before the first wrong code. */
const isCounting = "(wrong_since > $3 and wrong_since < $2::timestamptz + interval '1 minute')";

// This is a single statement, so that concurrent attempts see each other.
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

// A repeated code was already counted as wrong; finding its recovery codes resets the count.
const findNewCodes = namedStatement(
  "two-factor-new-codes",
  `update second_factors f set wrong_codes = case when $4 then 0 else wrong_codes end,
     wrong_since = case when $4 then null else wrong_since end
   where participant_id = $1 and codes_made_at > $3
     and (select count(*) from recovery_codes r where r.participant_id = f.participant_id and r.hash = any($2)) = cardinality($2)
   returning 1`,
);

const lockEnabled = "select from participants where id = $1 and disabled_at is null for no key update";
const setOffered = `
  update tokens t set second_factor_at = coalesce(second_factor_at, $4)
  where hash = $1 and participant_id = $2 and offered_secret = $3
    and (second_factor_at is not null or not exists (select from second_factors f where f.participant_id = $2))`;
// TFA-1b: voids offers to the person's sessions.
const endOffers =
  "update tokens set offered_secret = null, offered_at = null where participant_id = $1 and offered_secret is not null";
const setFactor = `
  insert into second_factors (participant_id, secret, set_at, last_step, codes_made_at) values ($1, $2, $3, $4, $3)
  on conflict (participant_id) do update set secret = $2, set_at = $3, last_step = $4, codes_made_at = $3,
    wrong_codes = 0, wrong_since = null`;

const spend = namedStatement(
  "two-factor-use",
  `update second_factors set wrong_codes = 0, wrong_since = null, last_step = coalesce($3, last_step),
     codes_made_at = coalesce($4, codes_made_at)
   where participant_id = $1 and secret = $2 and ($3::bigint is null or last_step < $3) returning 1`,
);
const lockFactor = "select from second_factors where participant_id = $1 for no key update";
/** TFA-3c: a person who enters one of the new codes has stored them, so the earlier ones are deleted. */
const storeCodes = `
  with given as (select is_new from recovery_codes where participant_id = $1 and hash = $2),
    former as (delete from recovery_codes r using given g where participant_id = $1 and g.is_new and not r.is_new),
    stored as (update recovery_codes r set is_new = false from given g where participant_id = $1 and g.is_new and r.is_new)
  select from given`;
const deleteCode = "delete from recovery_codes where participant_id = $1 and hash = $2";
/** Run before new codes are created: keeps the earlier ones, and deletes new ones that were never stored. */
const endNewCodes = `
  with former as (select from recovery_codes where participant_id = $1 and not is_new),
    unseen as (delete from recovery_codes where participant_id = $1 and is_new and exists (select from former))
  update recovery_codes set is_new = false where participant_id = $1 and is_new and not exists (select from former)`;
const insertCodes = "insert into recovery_codes (participant_id, hash, is_new) select $1, unnest($2::bytea[]), true";

// AUTH-8: the commit notifies every process, which evicts the person's sessions.
const complete = namedStatement(
  "two-factor-complete",
  `with whole as (
     update tokens t set second_factor_at = coalesce(second_factor_at, $3)
     where t.hash = $1 and exists (select from second_factors f where f.participant_id = t.participant_id and f.secret = $2)
     returning t.participant_id)
   select pg_notify('${settingsChangedTopic}', participant_id::text) from whole`,
);

const deleteIncomplete = `
  with gone as (
    delete from tokens t using participants p
    where p.id = t.participant_id and p.kind <> 'customer' and t.program is null and t.second_factor_at is null
      and t.created_at < $1
    returning t.participant_id, t.hash)
  select pg_notify('${sessionEndedTopic}', participant_id || ' ' || encode(hash, 'hex')) from gone`;

async function takeCode(client: StatementPool, code: TakenCode): Promise<boolean> {
  const { personId, secret, by, newHashes, now, address } = code;
  const step = "step" in by ? by.step : null;
  const used = await spend(client, [personId, secret, step, newHashes && isoTime(now)]);
  if (used.length === 0) return false;
  if ("recoveryHash" in by && (await client.query(storeCodes, [personId, by.recoveryHash])).rowCount === 0)
    return false;
  if (newHashes !== null) {
    await client.query(endNewCodes, [personId]);
    await client.query(insertCodes, [personId, newHashes]);
    await noteAccountChange(client, { by: "person", id: personId, address }, "recovery-renewed", personId);
  } else if ("recoveryHash" in by) await client.query(deleteCode, [personId, by.recoveryHash]);
  return true;
}

type TakenCode = Parameters<TwoFactorStore["use"]>[0];

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
    use: (code) =>
      inTransaction(
        pool,
        (client) => takeCode(client, code),
        (isUsed) => isUsed,
      ),
    async offer(session, secret, { now, since, given }) {
      const values = [hashOfSession(session), secret, isoTime(now), isoTime(since), given];
      return (await offer(pool, values))[0]?.offered_secret ?? null;
    },
    findOffered: async (session) => (await selectOffered(pool, [hashOfSession(session)]))[0]?.offered_secret ?? null,
    set: ({ personId, session, secret, step, recoveryHashes, now, address }) =>
      inTransaction(pool, async (client) => {
        if ((await client.query(lockEnabled, [personId])).rowCount === 0) return false;
        const values = [hashOfSession(session), personId, secret, isoTime(now)];
        if ((await client.query(setOffered, values)).rowCount === 0) return false;
        await client.query(endOffers, [personId]);
        await client.query(setFactor, [personId, secret, isoTime(now), step]);
        await client.query(endNewCodes, [personId]);
        await client.query(insertCodes, [personId, recoveryHashes]);
        await client.query("select pg_notify($1, $2)", [settingsChangedTopic, String(personId)]);
        await noteAccountChange(client, { by: "person", id: personId, address }, "two-factor-set", personId);
        return true;
      }),
    areNew: async (personId, hashes, { since, isCounted }) =>
      (await findNewCodes(pool, [personId, hashes, isoTime(since), isCounted])).length > 0,
    storeCodes: (personId, hash) =>
      inTransaction(pool, async (client) => {
        await client.query(lockFactor, [personId]);
        return (await client.query(storeCodes, [personId, hash])).rowCount !== 0;
      }),
    complete: async (session, secret, now) =>
      (await complete(pool, [hashOfSession(session), secret, isoTime(now)])).length > 0,
    async endIncomplete(before) {
      await pool.query(deleteIncomplete, [before]);
    },
  };
}
