import { hashToken, makeToken } from "../sign-in/token.ts";
import type { NewInvitation } from "./account-store.ts";

/** USR-5: how long an invitation is good. */
export const invitationHours = 72;

/** A new invitation, and its token, which is stored nowhere. */
export function newInvitation(now: number): { readonly invitation: NewInvitation; readonly token: string } {
  const token = makeToken();
  return { invitation: { hash: hashToken(token), expiresAt: now + invitationHours * 3_600_000 }, token };
}
