import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { endHere } from "./at-end.ts";

/** An e-mail as a relay got it. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

export interface MailServer {
  readonly url: string;
  readonly taken: TakenMail[];
  /** SMTP codes that refuse further recipients, or the contents of further e-mails; null accepts them. */
  readonly answers: { recipient: number | null; data: number | null };
}

/** Starts a real SMTP server on loopback. */
export async function startMailServer(): Promise<MailServer> {
  const taken: TakenMail[] = [];
  const answers: MailServer["answers"] = { recipient: null, data: null };
  const refusal = (code: number | null): Error | null =>
    code === null ? null : Object.assign(new Error("refused"), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) => done(refusal(answers.recipient)),
    onData(stream, { envelope }, done) {
      void buffer(stream).then((content) => {
        const refused = refusal(answers.data);
        if (refused === null)
          taken.push({
            from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
            to: envelope.rcptTo.map(({ address }) => address),
            raw: content.toString("utf8"),
          });
        done(refused);
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  endHere(() => new Promise<void>((resolve) => server.close(resolve)));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { url: `smtp://127.0.0.1:${address.port}`, taken, answers };
}

/** Decodes quoted-printable, to find texts in e-mails. */
export const decoded = ({ raw }: TakenMail): string =>
  Buffer.from(
    raw
      .replaceAll(/=\r?\n/gu, "")
      .replaceAll(/=([\dA-F]{2})/gu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");
