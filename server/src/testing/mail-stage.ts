import { onTestFinished } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { createActiveRoomStore } from "../rooms/active-rooms.pg.ts";
import { ActiveRooms } from "../rooms/active-rooms.ts";
import type { Config } from "../settings/config.ts";
import type { TwoFactor } from "../sign-in/rules.ts";
import { wireMail } from "../start/wire-mail.ts";
import type { MailServer } from "./mail-server.ts";
import type { Person } from "./people.ts";
import { until } from "./server-process.ts";
import type { TestApi } from "./test-api.ts";

/** Rounds follow each other at once. */
const quickClock: typeof systemClock = {
  ...systemClock,
  setTimeout: (run) => systemClock.setTimeout(run, 0),
};

const minute = 60_000;

/** Starts a sender of e-mails like the server's, with the usual delay; it is stopped after the test. */
export function startMail(
  { pool, files }: TestApi,
  { url }: Pick<MailServer, "url">,
  {
    online = new Set<number>(),
    twoFactor = "off",
    delayMs = 15 * minute,
    inboundMail = null,
  }: {
    readonly online?: ReadonlySet<number>;
    readonly twoFactor?: TwoFactor;
    readonly delayMs?: number;
    readonly inboundMail?: Config["inboundMail"];
  } = {},
) {
  const results: string[] = [];
  const lines: string[] = [];
  const log = {
    warn: (fields: object, text: string) => void lines.push(JSON.stringify({ ...fields, text })),
    debug: () => undefined,
    error: (fields: object, text: string) => void lines.push(JSON.stringify({ ...fields, text })),
  } as never;
  const activeRooms = new ActiveRooms({ store: createActiveRoomStore(pool), clock: quickClock, log }).start();
  const mail = wireMail({
    config: {
      mail: { url, from: { name: "Piese Auto", address: "chat@piese.example" }, delayMs },
      inboundMail,
      twoFactor,
    },
    storage: { pool },
    reach: { host: "127.0.0.1", port: 8080, tlsPort: null, publicUrl: "https://chat.piese.example" },
    ...{ clock: quickClock, log, activeRooms, fileStorages: files.storages, mailKey: "a key of the tests" },
    isOnline: (id) => online.has(id),
    countResult: (result) => results.push(result),
  });
  if (mail === null) throw new Error("a relay is set");
  mail.start();
  const stop = async () => {
    await activeRooms.stop();
    await mail.stop();
  };
  onTestFinished(stop);
  return { results, lines, stop, mail };
}

/** Makes a room of Ana's with Mia in it, in which Ana has an address. */
export async function prepareMailRoom(api: TestApi, offer: number) {
  const { call, pool, people } = api;
  const { ana, mia } = people;
  const join = async (person: Person) => {
    const { body } = await call(person, "POST", "/api/v1/join", { type: 1, channel: offer });
    return body.chat.id as number;
  };
  const room = await join(ana);
  await join(mia);
  await pool.query(
    `insert into mail_addresses (participant_id, address) values ($1, 'ana@example.ro')
     on conflict (participant_id) do update set address = excluded.address, is_wanted = true, bounced_at = null`,
    [ana.id],
  );
  const sql = (text: string, ...values: unknown[]) => pool.query(text, values);
  return {
    room,
    sql,
    say: async (text: string, person = mia) => {
      const { body } = await call(person, "POST", `/api/v1/publish/${room}`, { message: text });
      return body.message as { readonly id: number; readonly seq: number };
    },
    read: () => call(ana, "POST", `/api/v1/read/${room}`),
    /** Makes the room's messages and e-mails this much older. */
    age: async (minutes: number) => {
      await sql(
        "update messages set created_at = created_at - $2 * interval '1 minute' where room_id = $1",
        room,
        minutes,
      );
      await sql(
        `update mail_jobs set mailed_at = mailed_at - $2 * interval '1 minute', next_at = next_at - $2 * interval '1 minute'
         where room_id = $1`,
        room,
        minutes,
      );
    },
    /** Waits until the sender has considered all messages, and no job is due. */
    settled: () =>
      until(async () => {
        const { rows } = await pool.query(
          `select from rooms r join memberships m on m.room_id = r.id join mail_addresses a using (participant_id)
             left join mail_jobs j on j.room_id = r.id and j.participant_id = m.participant_id
           where r.id = $1 and a.address is not null and a.is_wanted and a.bounced_at is null and m.muted_version is null
             and (m.read_ordinal < r.messages_total and coalesce(j.upto_ordinal, 0) < r.messages_total
               or j.next_at <= now() or j.attempts > 0)`,
          [room],
        );
        return rows.length === 0 || undefined;
      }),
    job: async () => {
      const { rows } = await pool.query<{ attempts: number; wait: number | null }>(
        `select attempts, extract(epoch from next_at - now())::float8 / 60 as wait from mail_jobs
         where room_id = $1 and participant_id = $2`,
        [room, ana.id],
      );
      return rows[0];
    },
  };
}
