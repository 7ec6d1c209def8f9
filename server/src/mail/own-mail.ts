import type { OwnMail } from "@cuplaj/protocol/mail.ts";
import type { LanguageCode, User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome, type Refused, refused } from "../kernel/outcome.ts";
import type { SecurityLog } from "../kernel/security-log.ts";
import { shortUserAgent } from "../sign-in/rules.ts";
import type { SignInStore } from "../sign-in/store.ts";
import { hashToken, makeToken } from "../sign-in/token.ts";
import { confirmEveryMs, confirmMsMax } from "./rules.ts";
import type { MailStore } from "./store.ts";

/** Sends the e-mail with the link that confirms an address; rejects if the relay does not take it. */
export type SendConfirmation = (to: {
  readonly address: string;
  readonly name: string;
  readonly language: LanguageCode;
  readonly token: string;
}) => Promise<void>;

export interface OwnMailParts {
  readonly mails: MailStore;
  /** Null if the installation sends no e-mail. */
  readonly sendConfirmation: SendConfirmation | null;
  readonly clock: { now(): number };
}

export const viewMail = async ({ mails, sendConfirmation }: OwnMailParts, { id }: User): Promise<OwnMail | null> =>
  sendConfirmation === null ? null : shown(await mails.findOwn(id));

/** MAIL-2: stores a new address only once the relay has taken the e-mail with its link. */
export async function changeMail(
  { mails, sendConfirmation, clock }: OwnMailParts,
  person: User,
  asked: { readonly address?: string | null; readonly is_wanted?: boolean },
): Promise<Outcome<{ mail: OwnMail }>> {
  if (sendConfirmation === null) return refused("conflict");
  const { id } = person;
  const { address, is_wanted: isWanted } = asked;
  if (address === null) await mails.remove(id);
  else if (address !== undefined) {
    const own = await mails.findOwn(id);
    if (address === own.address && own.bounced_at === null) await mails.withdraw(id);
    else {
      const refusal = await askForConfirmation({ mails, sendConfirmation, clock }, person, { address, own });
      if (refusal !== null) return refusal;
    }
  }
  if (isWanted !== undefined) await mails.choose(id, isWanted);
  return done({ mail: shown(await mails.findOwn(id)) });
}

async function askForConfirmation(
  { mails, sendConfirmation, clock }: OwnMailParts & { readonly sendConfirmation: SendConfirmation },
  { id, name, locale }: User,
  { address, own }: { readonly address: string; readonly own: Awaited<ReturnType<MailStore["findOwn"]>> },
): Promise<Refused | null> {
  const now = clock.now();
  const waitMs = (own.confirmExpiresAt ?? 0) - confirmMsMax + confirmEveryMs - now;
  if (waitMs > 0) return refused("too_many_requests", { retryAfterMs: waitMs });
  const token = makeToken();
  try {
    await sendConfirmation({ address, name, language: locale, token });
  } catch {
    return refused("unavailable", { retryAfterMs: confirmEveryMs });
  }
  await mails.await(id, { hash: hashToken(token), address, expiresAt: now + confirmMsMax });
  return null;
}

export async function confirmMail({ mails, clock }: OwnMailParts, link: string): Promise<Outcome<{ address: string }>> {
  const address = await mails.confirm(hashToken(link), clock.now());
  return address === null ? refused("not_found") : done({ address });
}

export interface OpenLinkParts {
  readonly mails: Pick<MailStore, "openLink">;
  readonly users: Pick<SignInStore, "findTokenOwner">;
  readonly security: SecurityLog;
  readonly clock: { now(): number };
}

/** MAIL-3: signs this device in to the link's room. */
export async function openLink(
  { mails, users, security, clock }: OpenLinkParts,
  { link, userAgent, address }: { readonly link: string; readonly userAgent: string | null; readonly address: string },
): Promise<Outcome<{ token: string; user: User }>> {
  const token = makeToken();
  const session = { hash: hashToken(token), userAgent: shortUserAgent(userAgent) };
  const who = await mails.openLink(hashToken(link), session, clock.now());
  const owner = who === null ? null : await users.findTokenOwner(session.hash);
  if (owner === null) return refused("not_found");
  security.note("sign-in.succeeded", { who, what: "mail-link", from: address });
  return done({ token, user: owner.user });
}

function shown({ address, pending, is_wanted, bounced_at }: OwnMail): OwnMail {
  return { address, pending, is_wanted, bounced_at };
}
