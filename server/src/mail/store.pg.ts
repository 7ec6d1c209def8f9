import { isoTime } from "../kernel/clock.ts";
import { actorValues, type Actor } from "../kernel/actor.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import type { MailStore } from "./store.ts";

interface OwnRow {
  readonly address: string | null;
  readonly pending: string | null;
  readonly is_wanted: boolean;
  readonly bounced_at: string | null;
  readonly confirm_expires_at: Date | null;
}

const selectOwn = namedStatement<OwnRow>(
  "mail-own",
  `select address, pending_address as pending, is_wanted, ${wireTime("bounced_at")} as bounced_at, confirm_expires_at
   from mail_addresses where participant_id = $1`,
);
const upsertPending = namedStatement(
  "mail-await",
  `insert into mail_addresses (participant_id, pending_address, confirm_hash, confirm_expires_at) values ($1, $2, $3, $4)
   on conflict (participant_id) do update set pending_address = excluded.pending_address, confirm_hash = excluded.confirm_hash,
     confirm_expires_at = excluded.confirm_expires_at`,
);
const withdrawPending = namedStatement(
  "mail-withdraw",
  `update mail_addresses set pending_address = null, confirm_hash = null, confirm_expires_at = null where participant_id = $1`,
);
const removeAddress = namedStatement("mail-remove", "delete from mail_addresses where participant_id = $1");
const updateWanted = namedStatement(
  "mail-choose",
  `insert into mail_addresses (participant_id, is_wanted) values ($1, $2)
   on conflict (participant_id) do update set is_wanted = excluded.is_wanted`,
);
const useConfirmation = `
  update mail_addresses set address = pending_address, pending_address = null, confirm_hash = null, confirm_expires_at = null,
    is_wanted = true, bounced_at = null
  where confirm_hash = $1 and confirm_expires_at > $2 returning participant_id, address`;
const noteChange = "select note_account_change('mail-changed', $1, null, $2, $3, $4)";

// MAIL-3: the person must be enabled, and a member of the room.
const openLink = namedStatement<{ participant_id: number }>(
  "mail-open-link",
  `with used as (delete from mail_links where hash = $1 returning participant_id, room_id, expires_at)
   insert into tokens (hash, participant_id, created_at, last_used_at, user_agent, only_room_id)
   select $2, p.id, $3, $3, $4, used.room_id
   from used join participants p on p.id = used.participant_id join memberships m on m.room_id = used.room_id and m.participant_id = p.id
   where used.expires_at > $3 and p.disabled_at is null
   for share of p
   returning participant_id`,
);

const updateShown = namedStatement(
  "mail-note-shown",
  `insert into mail_jobs (participant_id, room_id, shown_ordinal)
   select m.participant_id, m.room_id, x.ordinal from rooms r join memberships m on m.room_id = r.id and m.participant_id = $1
     cross join lateral (
       select ordinal from messages where room_id = r.id and seq <= $3 order by seq desc limit 1) x
   where r.name = $2
   on conflict (participant_id, room_id) do update set shown_ordinal = excluded.shown_ordinal
     where mail_jobs.shown_ordinal < excluded.shown_ordinal`,
);

const nothing: OwnRow = { address: null, pending: null, is_wanted: true, bounced_at: null, confirm_expires_at: null };

export function createMailStore(pool: StatementPool): MailStore {
  return {
    async findOwn(participantId) {
      const [row = nothing] = await selectOwn(pool, [participantId]);
      const { confirm_expires_at: expires, ...own } = row;
      return { ...own, confirmExpiresAt: expires?.getTime() ?? null };
    },
    async await(participantId, { hash, address, expiresAt }) {
      await upsertPending(pool, [participantId, address, hash, isoTime(expiresAt)]);
    },
    async withdraw(participantId) {
      await withdrawPending(pool, [participantId]);
    },
    async remove(participantId) {
      await removeAddress(pool, [participantId]);
    },
    async choose(participantId, isWanted) {
      await updateWanted(pool, [participantId, isWanted]);
    },
    confirm: (hash, now) =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ participant_id: number; address: string }>(useConfirmation, [
          hash,
          isoTime(now),
        ]);
        const [confirmed] = rows;
        if (confirmed === undefined) return null;
        const { participant_id: id, address } = confirmed;
        await client.query(noteChange, [id, ...actorValues(byThem(id))]);
        return address;
      }),
    async openLink(hash, session, now) {
      const [opened] = await openLink(pool, [hash, session.hash, isoTime(now), session.userAgent]);
      return opened?.participant_id ?? null;
    },
    async noteShown(participantId, roomName, seq) {
      await updateShown(pool, [participantId, roomName, seq]);
    },
  };
}

const byThem = (id: number): Actor => ({ by: "person", id, address: null });
