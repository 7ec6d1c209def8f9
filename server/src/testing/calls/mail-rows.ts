import { hashToken, makeToken } from "../../sign-in/token.ts";
import { stopToken } from "../../mail/stop-token.ts";
import type { CallWorld, Given } from "../api-document/call-world.ts";
import { answerMail, replyAddressOf, testMailSecret } from "../inbound-mail.ts";
import { askForAddress } from "../mail.ts";
import { type CallRows, everybody, signedIn, withRoles } from "./call-row.ts";

const confirmation = async ({ api }: CallWorld): Promise<Given> => {
  const { changed, link } = await askForAddress(api, api.people.vlad, `${makeToken().slice(0, 8)}@example.ro`);
  if (changed.status !== 200) throw new Error(`changeMail answered ${changed.status}`);
  return { body: { link } };
};

async function roomLink({ api, room }: CallWorld): Promise<Given> {
  const link = makeToken();
  await api.pool.query(
    "insert into mail_links (hash, participant_id, room_id, expires_at) values ($1, $2, $3, now() + interval '1 day')",
    [hashToken(link), api.people.ana.id, room],
  );
  return { body: { link } };
}

const asMail = { "content-type": "message/rfc822" };

const unknown = { as: null, body: { link: "x" }, status: 404, code: "not_found" } as const;

export const mailRows = {
  viewMail: { access: { statuses: signedIn(200) } },
  changeMail: {
    access: { body: { is_wanted: true }, statuses: signedIn(200) },
    given: () => ({ body: { is_wanted: false } }),
    also: () => [{ body: { address: "x" }, status: 422, code: "invalid" }],
  },
  confirmMail: {
    access: { body: { link: "x" }, statuses: everybody(404) },
    given: confirmation,
    also: () => [unknown],
  },
  openMailLink: {
    access: { body: { link: "x" }, statuses: everybody(404) },
    given: roomLink,
    also: () => [unknown],
  },
  takeMail: {
    access: { headers: asMail, body: "Subject: x\r\n\r\nx", statuses: everybody(401) },
    given: async ({ room, api }) => {
      const { ana } = api.people;
      await api.pool.query(
        `insert into mail_addresses (participant_id, address) values ($1, 'ana@example.ro')
         on conflict (participant_id) do update set address = excluded.address`,
        [ana.id],
      );
      return {
        headers: { ...asMail, authorization: `Bearer ${testMailSecret}` },
        body: answerMail({ to: replyAddressOf(room, ana), from: "ana@example.ro", text: "Da" }),
      };
    },
    also: () => [{ headers: asMail, body: "x", status: 401, code: "unauthenticated" }],
  },
  stopMail: {
    access: { params: { link: "x" }, statuses: everybody(404) },
    given: ({ api }) => ({ params: { link: stopToken("a key of the tests", api.people.vlad.id) } }),
    also: () => [{ as: null, params: { link: "x" }, status: 404, code: "not_found" }],
  },
  notePushShown: {
    access: { body: { room: "oferta.1", seq: 1 }, statuses: withRoles(200) },
    also: () => [{ as: "nou", status: 403, code: "forbidden" }],
  },
} satisfies CallRows;
