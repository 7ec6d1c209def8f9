import type { User } from "@cuplaj/protocol/participant.ts";
import { sessionEndedTopic } from "../../sign-in/store.ts";
import { hashOfSession, sessionOf } from "../../sign-in/token.ts";
import { namedStatement, type StatementPool, wireTime } from "../../storage/named-statement.ts";
import { inTransaction } from "../../storage/transaction.ts";
import type { AccountSettingsStore, StoredDevice } from "./store.ts";

const updateLanguage = namedStatement(
  "account-language",
  "update participants set locale = $2, version = version + 1 where id = $1 and locale <> $2",
);

const updatePassword = `
  update participants set password_hash = $3, has_temporary_password = false, version = version + has_temporary_password::integer
  where id = $1 and password_hash = $2 and disabled_at is null`;
const endSessions = "select end_sessions($1, $2) as ended";

const selectInvited = namedStatement<Pick<User, "name" | "username">>(
  "account-invited",
  `select p.name, p.username from invitations i join participants p on p.id = i.participant_id
   where i.token_hash = $1 and i.expires_at > $2 and p.disabled_at is null`,
);
/** Locks the person first, as other changes of an account do. */
const lockInvited = `
  select from invitations i join participants p on p.id = i.participant_id
  where i.token_hash = $1 and p.disabled_at is null for no key update of p`;
const acceptInvitation = `
  with used as (delete from invitations where token_hash = $1 and expires_at > $3 returning participant_id)
  update participants set password_hash = $2, has_temporary_password = false, version = version + 1
  from used where id = participant_id returning id`;
const selectDevices = namedStatement<Omit<StoredDevice, "session"> & { hash: Buffer }>(
  "account-devices",
  `select id, user_agent, ${wireTime("created_at")} as created_at, ${wireTime("last_used_at")} as last_used_at, hash
   from tokens where participant_id = $1 and program is null and last_used_at > $2 order by tokens.last_used_at desc, id desc`,
);

const deleteDevice = namedStatement<{ hash: Buffer }>(
  "account-remove-device",
  `with gone as (delete from tokens where participant_id = $1 and id = $2 and program is null returning hash)
   select hash, pg_notify('${sessionEndedTopic}', $1::bigint || ' ' || encode(hash, 'hex')) from gone`,
);

export function createAccountSettingsStore(pool: StatementPool): AccountSettingsStore {
  return {
    async changeLanguage(participantId, locale) {
      await updateLanguage(pool, [participantId, locale]);
    },
    changePassword: ({ participantId, before, after, session }) =>
      inTransaction(pool, async (client) => {
        if ((await client.query(updatePassword, [participantId, before, after])).rowCount === 0) return null;
        await client.query("delete from invitations where participant_id = $1", [participantId]);
        const { rows } = await client.query<{ ended: Buffer[] }>(endSessions, [participantId, hashOfSession(session)]);
        return rows.flatMap(({ ended }) => ended.map(sessionOf));
      }),
    findInvited: async (hash, at) => (await selectInvited(pool, [hash, at]))[0] ?? null,
    acceptInvitation: (hash, passwordHash, at) =>
      inTransaction(pool, async (client) => {
        if ((await client.query(lockInvited, [hash])).rowCount === 0) return null;
        const { rows } = await client.query<{ id: number }>(acceptInvitation, [hash, passwordHash, at]);
        const id = rows[0]?.id ?? null;
        if (id !== null) await client.query(endSessions, [id, null]);
        return id;
      }),
    async listDevices(participantId, since) {
      const rows = await selectDevices(pool, [participantId, since]);
      return rows.map(({ hash, ...device }) => ({ ...device, session: sessionOf(hash) }));
    },
    async removeDevice(participantId, deviceId) {
      const [gone] = await deleteDevice(pool, [participantId, deviceId]);
      return gone === undefined ? null : sessionOf(gone.hash);
    },
  };
}
