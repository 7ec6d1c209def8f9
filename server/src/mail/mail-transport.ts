import { createTransport } from "nodemailer";
import type { MailFrom } from "../settings/read-mail.ts";
import { isLoopbackHost } from "../settings/settings.ts";
import type { ComposedMail } from "./compose-mail.ts";

interface OutgoingMail extends Partial<Pick<ComposedMail, "messageId" | "headers" | "attachments">> {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly replyTo?: string | null;
  /** Where a failed delivery is reported; null for the sender. */
  readonly returnTo?: string | null;
}

export interface MailTransport {
  /** Resolves once the relay has taken the e-mail. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** MAIL-8: connections to the relay, and how long it may take to answer, ms. */
const connectionsMax = 5;
/** PERF-22: an e-mail takes as much work as several messages. */
const mailsPerSecond = 5;
const [connectMsMax, silentMsMax] = [10_000, 30_000];

export function createMailTransport(url: string, from: MailFrom): MailTransport {
  const { password, hostname } = new URL(url);
  const transport = createTransport({
    url,
    // MAIL-8c
    requireTLS: password !== "" && !isLoopbackHost(hostname),
    pool: true,
    maxConnections: connectionsMax,
    rateLimit: mailsPerSecond,
    connectionTimeout: connectMsMax,
    greetingTimeout: connectMsMax,
    socketTimeout: silentMsMax,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, replyTo = null, returnTo = null, attachments = [], ...mail }) {
      await transport.sendMail({
        ...mail,
        from: { name: from.name, address: from.address },
        to: { name: "", address: to },
        // Returned e-mails come to the address that names their person.
        envelope: { from: returnTo ?? from.address, to },
        ...(replyTo !== null && { replyTo }),
        attachments: attachments.map((each) => ({ ...each, contentDisposition: "inline" as const })),
      });
    },
    close: () => transport.close(),
  };
}
