import { passwordProblem } from "../participants/account-rules.ts";
import type { AccountStore, NewInvitation } from "../participants/account-store.ts";
import { newInvitation } from "../participants/new-invitation.ts";
import { type CommandOption, type CommandPorts, type OptionValues, Refusal, textOf } from "./command.ts";

export const usernameOption: CommandOption = {
  type: "string",
  value: "NAME",
  help: "the person's username",
  isRequired: true,
};
export const passwordStdin: CommandOption = {
  type: "boolean",
  help: "read the password from stdin instead of asking for it",
};

export async function readPasswordHash(values: OptionValues, ports: CommandPorts): Promise<string> {
  const password = values["password-stdin"] === true ? await ports.readStdin() : await askTwice(ports);
  const line = password.replace(/\r?\n$/u, "");
  const problem = passwordProblem(line);
  if (problem !== null) throw new Refusal(`The password is not allowed; ${problem}.`);
  return await ports.hashPassword(line);
}

async function askTwice({ askPassword }: CommandPorts): Promise<string> {
  if (askPassword === null) {
    throw new Refusal("There is no terminal to ask for the password: pass --password-stdin and the password on stdin.");
  }
  const password = await askPassword("Password: ");
  if (password !== (await askPassword("Repeat the password: "))) throw new Refusal("The passwords do not match.");
  return password;
}

/** Puts the token after `#`, since browsers do not send that part. */
export function makeInvitation({ pageUrl, now }: Pick<CommandPorts, "pageUrl" | "now">): {
  readonly invitation: NewInvitation;
  readonly link: string;
} {
  const { invitation, token } = newInvitation(now());
  return { invitation, link: `${pageUrl}invite#${token}` };
}

/** Opens the account store to change the account of this name; refuses erased people (PERS-2a). */
export async function openAccounts(ports: Pick<CommandPorts, "open">, username: string): Promise<AccountStore> {
  const { accounts } = await ports.open();
  if ((await accounts.find(username))?.isErased === true)
    throw new Refusal(`${username}: this person was erased, so the account cannot be changed.`);
  return accounts;
}

export function checkOption(option: string, value: string, problem: string | null): void {
  if (problem !== null) throw wrongOption(option, value, problem);
}

export function wrongOption(option: string, value: string, problem: string): Refusal {
  return new Refusal(`--${option} is ${JSON.stringify(value)}; ${problem}.`);
}

export function unknownAccount(values: OptionValues): Refusal {
  return new Refusal(`--username ${textOf(values, "username")}: there is no such account.`);
}
