import type { Socket } from "node:net";
import { connectLean } from "../loader/connect-lean.ts";
import { XMPP_HOST } from "./ejabberd-process.ts";
import type { XmppPerson } from "./xmpp-messages.ts";

const STANZA_END = Buffer.from("</message>");
const BODY = Buffer.from("<body>");
/** The XEP-0359 id, which the room adds once it has archived a message. */
const ARCHIVED = Buffer.from("urn:xmpp:sid:0");
const NOTHING = Buffer.alloc(0);

const opening = `<?xml version='1.0'?><stream:stream to='${XMPP_HOST}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`;

/** One person's XMPP connection to one room. It parses as little as possible, since it shares the machine with the server. */
export class XmppClient {
  readonly #socket: Socket;
  readonly #person: XmppPerson;
  #rest: Buffer = NOTHING;
  #awaited: { text: string; resolve: () => void; reject: (error: Error) => void } | null = null;
  #isJoined = false;
  #sent = 0;
  #acknowledged: { id: Buffer; resolve: () => void; reject: (error: Error) => void } | null = null;
  delivered = 0;

  private constructor(port: number, person: XmppPerson) {
    this.#person = person;
    this.#socket = connectLean({ port }, (bytes) => this.#receive(bytes));
    this.#socket.on("error", (error) => this.#fail(error));
    this.#socket.on("close", () => this.#fail(new Error("ejabberd closed a connection")));
  }

  static async open(port: number, person: XmppPerson): Promise<XmppClient> {
    const client = new XmppClient(port, person);
    const { user, password, room } = person;
    const secret = Buffer.from(`\0${user}\0${password}`).toString("base64");
    await client.#ask(opening, "</stream:features>");
    await client.#ask(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`, "<success");
    await client.#ask(opening, "</stream:features>");
    await client.#ask("<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>", "</iq>");
    const history = "<x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x>";
    // The last stanza of joining is the room's subject.
    await client.#ask(`<presence to='${room}/${user}'>${history}</presence>`, "</message>");
    client.#isJoined = true;
    return client;
  }

  /** Sends a text. Resolves when the message has come back archived. */
  say(text: string): Promise<void> {
    this.#sent += 1;
    const id = `m${this.#sent}`;
    return new Promise((resolve, reject) => {
      this.#acknowledged = { id: Buffer.from(` id='${id}'`), resolve, reject };
      this.#socket.write(
        `<message to='${this.#person.room}' type='groupchat' id='${id}'><body>${text}</body></message>`,
      );
    });
  }

  close(): void {
    this.#socket.removeAllListeners("close");
    this.#socket.destroy();
  }

  #ask(text: string, answer: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#awaited = { text: answer, resolve, reject };
      this.#socket.write(text);
    });
  }

  #receive(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    if (this.#isJoined) {
      this.#rest = this.#receiveMessages(bytes);
      return;
    }
    this.#rest = Buffer.from(bytes);
    const text = bytes.toString();
    if (text.includes("<failure") || text.includes("type='error'") || text.includes("<stream:error")) {
      this.#fail(new Error(`ejabberd refused: ${text}`));
    } else if (this.#awaited !== null && text.includes(this.#awaited.text)) {
      this.#rest = NOTHING;
      this.#awaited.resolve();
    }
  }

  #receiveMessages(bytes: Buffer): Buffer {
    let start = 0;
    for (let end = bytes.indexOf(STANZA_END); end >= 0; end = bytes.indexOf(STANZA_END, start)) {
      const stanza = bytes.subarray(start, end);
      start = end + STANZA_END.length;
      if (!stanza.includes(BODY) || !stanza.includes(ARCHIVED)) {
        this.#fail(new Error(`a message came that is not archived: ${stanza.toString()}`));
        continue;
      }
      this.delivered += 1;
      if (this.#acknowledged !== null && stanza.includes(this.#acknowledged.id)) {
        const { resolve } = this.#acknowledged;
        this.#acknowledged = null;
        resolve();
      }
    }
    return start === bytes.length ? NOTHING : Buffer.from(bytes.subarray(start));
  }

  #fail(error: Error): void {
    this.#awaited?.reject(error);
    this.#acknowledged?.reject(error);
  }
}
