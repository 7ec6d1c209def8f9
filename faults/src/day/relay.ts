import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** The links in an e-mail about unread messages. */
interface MailedRoom {
  readonly link: string;
  readonly room: string;
  readonly stop: string;
}

/** A mail server that takes everything. */
export interface Relay {
  readonly url: string;
  /** Tokens of links that confirm addresses, by address. */
  readonly confirmations: ReadonlyMap<string, string>;
  /** E-mails about unread messages that nobody has opened, oldest first. */
  readonly unopened: MailedRoom[];
  stop(): void;
}

export async function startRelay(): Promise<Relay> {
  const confirmations = new Map<string, string>();
  const unopened: MailedRoom[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        const plain = raw.replaceAll(/=\r?\n/gu, "").replaceAll("=3D", "=");
        const [, confirmation] = /\/mail#([\w-]{43})/u.exec(plain) ?? [];
        const [, link, room] = /\/m#([\w-]{43})\.((?:oferta|cerere)\.\d+)/u.exec(plain) ?? [];
        const [, stop] = /\/mail#off=([\w.-]+)/u.exec(plain) ?? [];
        for (const { address } of envelope.rcptTo)
          if (confirmation !== undefined) confirmations.set(address, confirmation);
        if (link !== undefined && room !== undefined && stop !== undefined) unopened.push({ link, room, stop });
        done();
      }, done);
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  // The cast is safe, since the address of a listening TCP server has this type.
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, confirmations, unopened, stop: () => server.close() };
}
