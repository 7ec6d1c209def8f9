import type { User } from "@cuplaj/protocol/participant.ts";
import { sessionEndedTopic } from "../../sign-in/store.ts";
import { hashOfSession, sessionOf } from "../../sign-in/token.ts";
import { namedStatement, type StatementPool, wireTime } from "../../storage/named-statement.ts";
import type { AccountSettingsStore, StoredDevice } from "./store.ts";

const updateLanguage = namedStatement(
  "account-language",
  "update participants set locale = $2, version = version + 1 where id = $1 and locale <> $2",
);

const changePassword = namedStatement<{ ended: Buffer[] | null }>(
  "account-password",
  "select change_password($1, $2, $3, $4) as ended",
);

const selectInvited = namedStatement<Pick<User, "name" | "username">>(
  "account-invited",
  `select p.name, p.username from invitations i join participants p on p.id = i.participant_id
   where i.token_hash = $1 and i.expires_at > $2 and p.disabled_at is null`,
);
const acceptInvitation = namedStatement<{ id: number | null }>(
  "account-accept-invitation",
  "select accept_invitation($1, $2, $3) as id",
);
const selectDevices = namedStatement<Omit<StoredDevice, "session"> & { hash: Buffer }>(
  "account-devices",
  `select id, user_agent, ${wireTime("created_at")} as created_at, ${wireTime("last_used_at")} as last_used_at, hash
   from tokens where participant_id = $1 and program is null and last_used_at > $2 order by tokens.last_used_at desc, id desc`,
);

// AUTH-7: the commit notifies every server, which closes the session's sockets.
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
    async changePassword({ participantId, before, after, session }) {
      const [row] = await changePassword(pool, [participantId, before, after, hashOfSession(session)]);
      return row?.ended?.map(sessionOf) ?? null;
    },
    findInvited: async (hash, at) => (await selectInvited(pool, [hash, at]))[0] ?? null,
    acceptInvitation: async (hash, passwordHash, at) =>
      (await acceptInvitation(pool, [hash, passwordHash, at]))[0]?.id ?? null,
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
