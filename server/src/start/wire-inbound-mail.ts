import { ImapBox } from "../inbound-mail/imap-box.ts";
import { createMailReader } from "../inbound-mail/mail-reader.ts";
import type { TakeMail, TakeMailParts } from "../inbound-mail/take-mail.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Config } from "../settings/config.ts";

interface InboundMailWiring {
  readonly config: Pick<Config, "mail" | "inboundMail">;
  readonly clock: Clock;
  readonly log: Log;
  readonly countOutcome: TakeMailParts["countOutcome"];
}

/** The parts with which the API takes e-mails. */
export interface InboundMail extends Pick<TakeMailParts, "readMail" | "from" | "countOutcome"> {
  /** Null if mail servers cannot deliver over HTTP. */
  readonly secret: string | null;
  /** Called once with what takes e-mails, before `start`. */
  connect(take: { readonly takeMail: TakeMail; readonly refuseTooLarge: () => void }): void;
  start(): void;
  stop(): Promise<void>;
}

/** INMAIL-1: takes answers to e-mails over HTTP or from a mailbox; null without either. */
export function wireInboundMail({ config, clock, log, countOutcome }: InboundMailWiring): InboundMail | null {
  const { mail, inboundMail } = config;
  if (mail === null || inboundMail === null) return null;
  const { secret, imapUrl: url } = inboundMail;
  const reader = createMailReader(clock);
  let box: ImapBox | null = null;
  return {
    ...{ secret, from: mail.from.address, readMail: reader.readMail, countOutcome },
    connect(take) {
      if (url !== null) box = new ImapBox({ url, ...take, clock, log });
    },
    start: () => box?.start(),
    async stop() {
      await box?.stop();
      await reader.stop();
    },
  };
}
