import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A mail server that takes everything. */
export interface MailRelay {
  readonly url: string;
  /** The e-mails so far, with quoted-printable decoded. */
  readonly mails: readonly string[];
  stop(): void;
}

export async function startMailRelay(): Promise<MailRelay> {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      void text(stream).then((raw) => {
        mails.push(decoded(raw));
        done();
      }, done);
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  // The cast is safe, since the address of a listening TCP server has this type.
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, stop: () => server.close() };
}

function decoded(raw: string): string {
  const bytes = raw
    .replaceAll(/=\r?\n/gu, "")
    .replaceAll(/=([\dA-F]{2})/gu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
