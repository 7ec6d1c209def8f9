import { buffer } from "node:stream/consumers";
import type { FileStorages } from "../files/storage/object-storage.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { hourly } from "../kernel/rounds.ts";
import { composeConfirmation, composeMail, type InlinePreview } from "../mail/compose-mail.ts";
import type { MailFacts } from "../mail/jobs.ts";
import { createMailJobStore } from "../mail/jobs.pg.ts";
import { MailSender } from "../mail/mail-sender.ts";
import { createMailTransport } from "../mail/mail-transport.ts";
import { makeReplyAddress } from "../mail/reply-address.ts";
import type { SendConfirmation } from "../mail/own-mail.ts";
import { linkMsMax, type MailResult, previewBytesMax, previewsMax } from "../mail/rules.ts";
import { stopToken } from "../mail/stop-token.ts";
import type { ActiveRooms } from "../rooms/active-rooms.ts";
import type { Config } from "../settings/config.ts";
import { addressToOpen, type Reach } from "../settings/page-origins.ts";
import { isFactorAsked } from "../sign-in/rules.ts";
import { hashToken, makeToken } from "../sign-in/token.ts";
import type { OpenStorage } from "../storage/open-storage.ts";
import type { Backlog } from "../storage/stored-waits.ts";

interface MailWiring {
  readonly config: Pick<Config, "mail" | "inboundMail" | "twoFactor">;
  readonly storage: Pick<OpenStorage, "pool">;
  readonly reach: Reach;
  readonly clock: Clock;
  readonly log: Log;
  readonly activeRooms: Pick<ActiveRooms, "watch">;
  readonly fileStorages: Pick<FileStorages, "byId">;
  readonly isOnline: (participantId: number, room: string) => boolean;
  readonly mailKey: string;
  readonly countResult: (result: MailResult) => void;
}

export interface Mail {
  readonly sendConfirmation: SendConfirmation;
  backlog(): Promise<Backlog>;
  start(): void;
  stop(): Promise<void>;
}

/** MAIL-1: sends e-mails through `SMTP_URL`; null without it. */
export function wireMail(wiring: MailWiring): Mail | null {
  const { config, storage, reach, clock, log } = wiring;
  if (config.mail === null) return null;
  const { url, from, delayMs } = config.mail;
  const transport = createMailTransport(url, from);
  const store = createMailJobStore(storage.pool);
  const page = (path: string): string => new URL(path, addressToOpen(reach)).href;
  const domain = from.address.split("@")[1] ?? "";
  const send = async (facts: MailFacts): Promise<void> => {
    const { participantId, roomId, room, kind, address } = facts;
    // TFA-1: a link must not replace the second factor of staff.
    const token = isFactorAsked(config.twoFactor, kind) ? null : makeToken();
    if (token !== null) await store.addLink({ hash: hashToken(token), participantId, roomId }, linkMsMax);
    const returnTo =
      config.inboundMail === null ? null : makeReplyAddress(from.address, wiring.mailKey, { roomId, participantId });
    const stop = stopToken(wiring.mailKey, participantId);
    const links = {
      open: page(token === null ? `/join/${room}` : `/m#${token}.${room}`),
      isOneRoom: token !== null,
      stop: page(`/mail#off=${stop}`),
      stopCall: page(`/api/v1/mail/stop/${stop}`),
      // INMAIL-3b: those who need a second factor cannot answer by e-mail.
      replyTo: token === null ? null : returnTo,
    };
    const { headers, replyTo, attachments, ...mail } = composeMail(
      facts,
      links,
      await readPreviews(wiring, facts),
      domain,
    );
    await transport.send({ ...mail, headers, replyTo, returnTo, attachments, to: address });
  };
  const sender = new MailSender({ ...wiring, store, send, delayMs });
  const failure = "links of e-mails could not be removed";
  const forgetting = hourly({ clock, log, failure, work: () => store.forgetLinks() });
  return {
    sendConfirmation: ({ address, name, language, token }) =>
      transport.send({ to: address, ...composeConfirmation(language, name, page(`/mail#${token}`)) }),
    backlog: () => store.backlog(),
    start() {
      sender.start();
      forgetting.start();
    },
    async stop() {
      await Promise.all([sender.stop(), forgetting.stop()]);
      transport.close();
    },
  };
}

/** The newest small previews. A storage that is away costs the pictures, not the e-mail. */
async function readPreviews(
  { fileStorages, log }: Pick<MailWiring, "fileStorages" | "log">,
  { texts, notifications }: MailFacts,
): Promise<readonly InlinePreview[]> {
  if (notifications.privacy !== "what") return [];
  const files = texts.flatMap(({ file }) => file ?? []);
  const small = files.filter(({ previewBytes }) => previewBytes !== null && previewBytes <= previewBytesMax);
  const previews: InlinePreview[] = [];
  for (const { id, storageId } of small.slice(-previewsMax)) {
    try {
      const object = await (await fileStorages.byId(storageId)).open(`${id}.preview`);
      if (object !== null) previews.push({ fileId: id, content: await buffer(object) });
    } catch (error) {
      log.debug({ err: error }, "a preview for an e-mail could not be read");
    }
  }
  return previews;
}
