import { createHmac, timingSafeEqual } from "node:crypto";

export const ticketCookie = "cuplaj-ticket";
/** Most cookies of this name to try: a page on a neighbouring host can add some, but ours stays among the first. */
const triedMax = 4;

interface TicketParts {
  /** Known only to the processes of this installation. */
  readonly secret: string;
  readonly now: () => number;
}

/** Lifetime (s), and whether to send the cookie only over TLS. */
interface CookieBounds {
  readonly seconds: number;
  readonly isSecure: boolean;
}

/** MSG-4h: tickets let a session read one path without a token. They are not stored and end with the session. */
export type Tickets = ReturnType<typeof createTickets>;

/** Creates and verifies tickets. A ticket holds the session, an expiry, and a signature over both and the path. */
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
    cookieOf(session: string, path: string, { seconds, isSecure }: CookieBounds): string {
      const claims = `${session}.${now() + seconds * 1000}`;
      const ticket = `${claims}.${sign(claims, path).toString("base64url")}`;
      const bounds = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
      return `${ticketCookie}=${ticket}; ${bounds}${isSecure ? "; Secure" : ""}`;
    },
    /** Returns the session of the first ticket that is valid for this path; null without one. */
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
