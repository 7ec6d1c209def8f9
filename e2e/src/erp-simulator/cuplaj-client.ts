import type { Content, Customer, StoredOffer } from "./offer.ts";

interface ClientParts {
  readonly origin: string;
  readonly token: string;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export type StoreAnswer =
  | { readonly kind: "stored"; readonly offer: StoredOffer }
  | { readonly kind: "conflict"; readonly version: number };

export class Refused extends Error {}

/** The delay before a retry if the response has no `Retry-After`, s. */
const retrySeconds = 1;

/** An ERP's calls, each retried until Cuplaj responds or the signal aborts. */
export class CuplajClient {
  readonly #parts: ClientParts;

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }

  async read(id: number, signal: AbortSignal): Promise<StoredOffer> {
    const { oferta } = (await this.#call("GET", `oferta/${id}`, undefined, signal)).body;
    return oferta;
  }

  async store(
    id: number,
    offer: Content & { readonly version: number; readonly customer: Customer; readonly request_id?: number },
    signal: AbortSignal,
  ): Promise<StoreAnswer> {
    const { status, body } = await this.#call("PUT", `erp/offers/${id}`, offer, signal);
    return status === 409
      ? { kind: "conflict", version: body.details.version }
      : { kind: "stored", offer: body.oferta };
  }

  async #call(method: string, path: string, sent: object | undefined, signal: AbortSignal): Promise<Answered> {
    for (;;) {
      const answer = await this.#attempt(method, path, sent, signal);
      if (answer !== null && isAnswer(answer.status))
        // The API document defines this shape.
        return { status: answer.status, body: JSON.parse(answer.text) as Answered["body"] };
      if (answer !== null && isRefusal(answer.status))
        throw new Refused(`${method} ${path} was answered ${answer.status}: ${answer.text}`);
      await this.#parts.pause(waitMs(answer), signal);
    }
  }

  /** Makes the call once. Null without a complete response: the call may have arrived, and repeating it is harmless. */
  async #attempt(method: string, path: string, sent: object | undefined, signal: AbortSignal): Promise<Attempt | null> {
    const { origin, token } = this.#parts;
    try {
      const response = await fetch(`${origin}/api/v1/${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Language": "en",
          ...(sent === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
        signal,
      });
      const { status, headers } = response;
      return { status, retryAfter: headers.get("retry-after"), text: await response.text() };
    } catch (error) {
      if (signal.aborted) throw error;
      return null;
    }
  }
}

interface Attempt {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

const isAnswer = (status: number): boolean => status < 300 || status === 409;
const isRefusal = (status: number): boolean => status < 500 && status !== 429;
const waitMs = (attempt: Attempt | null): number => Number(attempt?.retryAfter ?? retrySeconds) * 1000;

interface Answered {
  readonly status: number;
  readonly body: { readonly oferta: StoredOffer; readonly details: { readonly version: number } };
}
