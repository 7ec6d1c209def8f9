import { SAMPLE_CHANNEL, SAMPLE_EVENT, sampleSequence } from "../sample-message.ts";
import { DeliveryChecker, tally, type DeliveryTally } from "./delivery-checker.ts";
import { monotonicMs, type OpenCommand } from "./loader-messages.ts";
import { RawClient } from "./raw-client.ts";

const HANDSHAKES_MAX = 100;

/** How many sockets use one loopback address, far fewer than its 28,232 ephemeral ports. */
const SOCKETS_PER_ADDRESS = 5000;

const PING = '{"event":"pusher:ping","data":{}}';
const SUBSCRIBE = JSON.stringify({ event: "pusher:subscribe", data: { auth: "", channel: SAMPLE_CHANNEL } });

type Member = { readonly client: RawClient; readonly checker: DeliveryChecker };
type Waiting = { readonly published: number; readonly resolve: () => void };

/** All sockets to one server. Subscribes them, and checks every delivery byte for byte. */
export class Crowd {
  readonly #lastAtMs: number[] = [];
  #timesTaken = 0;
  readonly #members: Member[] = [];
  readonly #bySequence = new Map<number, Buffer>();
  #delivered = 0;
  #waiting: Waiting | undefined;
  #pongsDue = 0;
  #onPongs: (() => void) | undefined;
  #failure: Error | undefined;

  /** Opens and subscribes all sockets. Rejects if one is refused. */
  static async open(command: OpenCommand): Promise<Crowd> {
    const crowd = new Crowd();
    let opened = 0;
    const openInTurn = async (): Promise<void> => {
      while (opened < command.sockets) {
        const number = opened;
        opened += 1;
        await crowd.#openOne(command, number);
      }
    };
    await Promise.all(Array.from({ length: HANDSHAKES_MAX }, openInTurn));
    return crowd;
  }

  /** Resolves when every socket has all events below `published`, or after `timeoutMs`. */
  async awaitDeliveries(published: number, timeoutMs: number): Promise<DeliveryTally> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#waiting = {
        published,
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#checkWaiting();
    });
    this.#waiting = undefined;
    if (this.#failure !== undefined) throw this.#failure;
    for (const sequence of this.#bySequence.keys()) if (sequence < published - 100) this.#bySequence.delete(sequence);
    return tally(
      this.#members.map((member) => member.checker),
      published,
    );
  }

  /** When each event since the previous call was last delivered. */
  takeLastTimes(): number[] {
    const times = this.#lastAtMs.slice(this.#timesTaken);
    this.#timesTaken = this.#lastAtMs.length;
    return times;
  }

  async keepAlive(): Promise<void> {
    this.#pongsDue = this.#members.length;
    await new Promise<void>((resolve) => {
      this.#onPongs = resolve;
      for (const member of this.#members) member.client.send(PING);
    });
    if (this.#failure !== undefined) throw this.#failure;
  }

  close(): void {
    for (const member of this.#members) member.client.close();
  }

  #openOne(command: OpenCommand, number: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const checker = new DeliveryChecker();
      const localAddress = `127.0.0.${2 + Math.floor(number / SOCKETS_PER_ADDRESS)}`;
      let isSubscribed = false;
      const receive = (payload: Buffer): void => {
        if (isSubscribed) {
          this.#receive(checker, payload);
          return;
        }
        const { event } = parseFrame(payload);
        if (event === "pusher:connection_established") client.send(SUBSCRIBE);
        else if (event === "pusher_internal:subscription_succeeded") {
          isSubscribed = true;
          resolve();
        } else reject(new Error(`unexpected frame before the subscription: ${payload.toString()}`));
      };
      const closed = (reason: string): void => {
        this.#fail(new Error(`socket ${number} of ${command.name}: ${reason}`));
        reject(new Error(`socket ${number} of ${command.name}: ${reason}`));
      };
      const client = new RawClient({ port: command.port, path: command.path, localAddress }, receive, closed);
      this.#members.push({ client, checker });
    });
  }

  #receive(checker: DeliveryChecker, payload: Buffer): void {
    // Events are identical for all sockets, so later deliveries need only one comparison.
    const expected = this.#bySequence.get(checker.next);
    const sequence =
      expected !== undefined && expected.equals(payload) ? checker.next : this.#sequenceOfOther(checker, payload);
    if (sequence === undefined) return;
    const before = checker.delivered;
    checker.receive(sequence);
    this.#delivered += checker.delivered - before;
    this.#lastAtMs[sequence] = monotonicMs();
    if (this.#waiting !== undefined) this.#checkWaiting();
  }

  #sequenceOfOther(checker: DeliveryChecker, payload: Buffer): number | undefined {
    const frame = parseFrame(payload);
    if (frame.event.startsWith("pusher")) {
      this.#receiveProtocol(frame.event);
      return undefined;
    }
    const sequence = sequenceOf(frame);
    if (sequence === undefined) checker.receiveCorrupted();
    else if (!this.#bySequence.has(sequence)) this.#bySequence.set(sequence, Buffer.from(payload));
    return sequence;
  }

  #receiveProtocol(event: string): void {
    if (event !== "pusher:pong") return;
    this.#pongsDue -= 1;
    if (this.#pongsDue === 0) this.#onPongs?.();
  }

  #checkWaiting(): void {
    const waiting = this.#waiting;
    if (waiting !== undefined && this.#delivered >= waiting.published * this.#members.length) waiting.resolve();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#waiting?.resolve();
    this.#onPongs?.();
  }
}

type Frame = { readonly event: string; readonly channel: unknown; readonly data: unknown };

function parseFrame(payload: Buffer): Frame {
  const frame: unknown = JSON.parse(payload.toString());
  if (typeof frame !== "object" || frame === null || !("event" in frame) || typeof frame.event !== "string") {
    throw new Error(`not a frame: ${payload.toString()}`);
  }
  return {
    event: frame.event,
    channel: "channel" in frame ? frame.channel : undefined,
    data: "data" in frame ? frame.data : undefined,
  };
}

/** The number of an event; undefined unless its content is exactly what was published. */
function sequenceOf(frame: Frame): number | undefined {
  if (frame.event !== SAMPLE_EVENT || frame.channel !== SAMPLE_CHANNEL || typeof frame.data !== "string")
    return undefined;
  return sampleSequence(frame.data);
}
