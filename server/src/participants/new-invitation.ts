import { hashToken, makeToken } from "../sign-in/token.ts";
import type { NewInvitation } from "./account-store.ts";

export const invitationHours = 72;

/** Creates an invitation and its token. Only the token's hash is stored. */
export function newInvitation(now: number): { readonly invitation: NewInvitation; readonly token: string } {
  const token = makeToken();
  return { invitation: { hash: hashToken(token), expiresAt: now + invitationHours * 3_600_000 }, token };
}
