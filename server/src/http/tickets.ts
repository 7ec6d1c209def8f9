import { createHmac, timingSafeEqual } from "node:crypto";

/** The cookie that carries a ticket. */
export const ticketCookie = "cuplaj-ticket";
/** Cookies of this name that are tried: a page beside ours can add some, and ours is among the first all the same. */
const triedMax = 4;

interface TicketParts {
  /** The same in every process, and known to nobody else. */
  readonly secret: string;
  readonly now: () => number;
}

/** How a cookie is to be set: for how long (s), and whether browsers send it over TLS alone. */
interface CookieBounds {
  readonly seconds: number;
  readonly isSecure: boolean;
}

/** MSG-4h: tickets, by which the owner of a session reads one path without a token. They are not stored, and end with the session. */
export type Tickets = ReturnType<typeof createTickets>;

/** Makes and reads tickets: until when, whose session, and a signature over both and the path. */
export function createTickets({ secret, now }: TicketParts) {
  const sign = (claims: string, path: string): Buffer =>
    createHmac("sha256", secret).update(`${claims}\n${path}`).digest();

  function sessionOfTicket(ticket: string, path: string): string | null {
    const [, claims, session, until, signature] = /^(([0-9a-f]{64})\.(\d{1,16}))\.([\w-]{43})$/u.exec(ticket) ?? [];
    if (claims === undefined || session === undefined || signature === undefined) return null;
    const isSigned = timingSafeEqual(Buffer.from(signature, "base64url"), sign(claims, path));
    return isSigned && now() < Number(until) ? session : null;
  }

  return {
    /** The `Set-Cookie` of a ticket; the path is one that a request just asked for. */
    cookieOf(session: string, path: string, { seconds, isSecure }: CookieBounds): string {
      const claims = `${session}.${now() + seconds * 1000}`;
      const ticket = `${claims}.${sign(claims, path).toString("base64url")}`;
      const bounds = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
      return `${ticketCookie}=${ticket}; ${bounds}${isSecure ? "; Secure" : ""}`;
    },
    /** Whose session a `Cookie` header has a good ticket of, to this path; null where it has none. */
    sessionOf(cookies: string, path: string): string | null {
      const tickets = cookies
        .split(";")
        .map((cookie) => cookie.trim())
        .filter((cookie) => cookie.startsWith(`${ticketCookie}=`))
        .slice(0, triedMax);
      return tickets.reduce<string | null>(
        (session, cookie) => session ?? sessionOfTicket(cookie.slice(ticketCookie.length + 1), path),
        null,
      );
    },
  };
}
