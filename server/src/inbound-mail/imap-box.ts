import type { ImapFlow } from "imapflow";
import { inboundMailBytesMax } from "@cuplaj/protocol/limits.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { Rounds } from "../kernel/rounds.ts";
import { isLoopbackHost } from "../settings/settings.ts";
import type { TakeMail } from "./take-mail.ts";

interface ImapBoxParts {
  /** `imaps://user:password@host/INBOX`. */
  readonly url: string;
  readonly takeMail: TakeMail;
  readonly refuseTooLarge: () => void;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
}

/** INMAIL-9: the server announces e-mails (IDLE); these are for one that does not, and after a failure. */
const lookEveryMs = 60_000;
const idleMsMax = 5 * 60_000;
const silentMsMax = 2 * idleMsMax;

/**
 * Takes unseen e-mails from a mailbox and marks them as seen (INMAIL-9). Several processes may read the same one: the names of its messages make an
 * e-mail that two of them take one (INMAIL-6).
 */
export class ImapBox {
  readonly #parts: ImapBoxParts;
  readonly #rounds: Rounds;
  #client: ImapFlow | null = null;

  constructor(parts: ImapBoxParts) {
    this.#parts = parts;
    const failure = "the mailbox of answers (IMAP_URL) could not be read";
    this.#rounds = new Rounds({ ...parts, work: (ending) => this.#round(ending), everyMs: lookEveryMs, failure });
  }

  start(): void {
    this.#rounds.start();
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
    this.#client?.close();
  }

  async #round(ending: AbortSignal): Promise<void> {
    this.#client ??= await this.#connect();
    const client = this.#client;
    const found = await client.search({ seen: false }, { uid: true });
    for (const uid of found === false || found === undefined ? [] : found) {
      if (ending.aborted) return;
      if (await this.#take(client, String(uid))) await client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true });
    }
  }

  /** Returns whether the e-mail is done with. */
  async #take(client: ImapFlow, uid: string): Promise<boolean> {
    const { takeMail, refuseTooLarge } = this.#parts;
    const { meta, content } = await client.download(uid, undefined, { uid: true });
    // Another process may have removed it.
    if (content === undefined) return false;
    if ((meta.expectedSize ?? 0) > inboundMailBytesMax) {
      content.destroy();
      refuseTooLarge();
      return true;
    }
    return (await takeMail(content)).ok;
  }

  async #connect(): Promise<ImapFlow> {
    const { protocol, hostname, port, username, password, pathname } = new URL(this.#parts.url);
    const isSecure = protocol === "imaps:";
    // Most installations never load it.
    const imap = await import("imapflow");
    const client = new imap.ImapFlow({
      host: hostname,
      port: port === "" ? (isSecure ? 993 : 143) : Number(port),
      secure: isSecure,
      // A password travels unencrypted only within this machine.
      ...(!isSecure && !isLoopbackHost(hostname) && { doSTARTTLS: true }),
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      logger: false,
      autoIdleDelay: 1000,
      maxIdleTime: idleMsMax,
      socketTimeout: silentMsMax,
    });
    const lose = (): void => {
      if (this.#client === client) this.#client = null;
    };
    client.on("close", lose);
    // Every failure also rejects the command that met it, or closes the connection.
    client.on("error", () => undefined);
    client.on("exists", () => this.#rounds.wake());
    await client.connect();
    await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || "INBOX");
    return client;
  }
}
