import type { ListedToken } from "@cuplaj/protocol/admin.ts";
import { listedTokensMax } from "@cuplaj/protocol/limits.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { done, invalidField, type Outcome, refused } from "../kernel/outcome.ts";
import { nameProblem, usernameProblem } from "../participants/account-rules.ts";
import type { AccountStore } from "../participants/account-store.ts";
import type { ProgramTokenStore } from "../sign-in/program-tokens.ts";
import { hashToken, makeToken } from "../sign-in/token.ts";
import { mayManage } from "./rules.ts";

export async function listTokens(tokens: ProgramTokenStore, caller: User): Promise<Outcome<{ tokens: ListedToken[] }>> {
  if (!mayManage(caller)) return refused("forbidden");
  const newest = (await tokens.list()).toReversed().slice(0, listedTokensMax);
  return done({ tokens: [...newest] });
}

interface TokenParts {
  readonly tokens: ProgramTokenStore;
  readonly accounts: Pick<AccountStore, "findId">;
}

/** ADM-4: adds a token for an enabled account other than the caller's (ADM-3a). */
export async function addToken(
  { tokens, accounts }: TokenParts,
  caller: User,
  { username, program }: { readonly username: string; readonly program: string },
): Promise<Outcome<{ id: number; token: string }>> {
  if (!mayManage(caller)) return refused("forbidden");
  if (nameProblem(program) !== null) return invalidField("program", "not_valid");
  if (usernameProblem(username) !== null) return invalidField("username", "not_valid");
  if ((await accounts.findId(username)) === caller.id) return refused("conflict");
  const token = makeToken();
  const id = await tokens.add({ hash: hashToken(token), username, program: program.trim() });
  return id === null ? invalidField("username", "not_valid") : done({ id, token });
}

export async function endToken(
  tokens: ProgramTokenStore,
  caller: User,
  tokenId: number,
): Promise<Outcome<{ ended: true }>> {
  if (!mayManage(caller)) return refused("forbidden");
  return (await tokens.revoke(tokenId)) ? done({ ended: true }) : refused("not_found");
}
