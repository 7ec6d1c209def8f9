import { ask } from "../clients/client-state.ts";
import { callBytes } from "../files/file-calls.ts";
import { callOnce } from "./calls.ts";
import { type Errand, roomOf } from "./errand.ts";

/** With which the mail server of the day delivers e-mails. */
export const inboundMailSecret = "the mail server of the day, 32 characters";

/** Confirms the person's address, and opens an e-mail that somebody got while they were away. */
export const useMail: Errand = async (living, { address, outside: { relay } }) => {
  const { client, resident } = living;
  const { state } = client;
  const own = `${resident.username}@day.example`;
  const { mail } = (await ask(state, "GET", "/api/v1/me/mail")).body;
  await ask(state, "PUT", "/api/v1/me/mail", mail.address === own ? { is_wanted: true } : { address: own });
  const nobody = { address, token: "" };
  const confirmation = relay.confirmations.get(own);
  if (mail.address !== own && confirmation !== undefined)
    await callOnce(nobody, "POST", "/api/v1/mail/confirm", { link: confirmation });
  await ask(state, "POST", "/api/v1/pushShown", { room: roomOf(living).name, seq: 1 });
  // A message that no client sent would be a fault to the checker, so this e-mail is one that is refused.
  const delivered = await callBytes(
    { address, token: inboundMailSecret },
    {
      method: "POST",
      path: "/api/v1/mail/inbound",
      headers: { "content-type": "message/rfc822" },
      body: Buffer.from(`From: ${own}\r\nTo: chat@day.example\r\nSubject: reclama\r\n\r\nx`),
    },
  );
  if (delivered.kind !== "answer" || delivered.status !== 200)
    throw new Error(`takeMail answered ${JSON.stringify(delivered)}`);
  const mailed = relay.unopened.shift();
  if (mailed === undefined) return;
  const { token, user } = await callOnce(nobody, "POST", "/api/v1/mail/open", { link: mailed.link });
  const guest = { address, token };
  await callOnce(guest, "GET", `/api/v1/chat/${user.only_room.id}/1`);
  await callOnce(guest, "POST", "/api/v1/logout");
  await callOnce(nobody, "POST", `/api/v1/mail/stop/${mailed.stop}`);
};
