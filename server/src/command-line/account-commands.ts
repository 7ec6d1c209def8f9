import { resolve } from "node:path";
import { type FileAccount, readAccounts } from "../participants/import/read-accounts.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { nameProblem, usernameProblem } from "../participants/account-rules.ts";
import type { ImportedAccount, NewNames } from "../participants/account-store.ts";
import { invitationHours } from "../participants/new-invitation.ts";
import { csvCell } from "../text-files/csv-cell.ts";
import { checkOption, makeInvitation, openAccounts, unknownAccount, usernameOption } from "./account-options.ts";
import { type Command, type CommandPorts, type OptionValues, Refusal, textOf } from "./command.ts";

export const userEnable: Command = {
  name: "user enable",
  summary: "enable a disabled account; its previous password works again",
  options: { username: usernameOption },
  async run(values, ports) {
    const username = textOf(values, "username");
    const accounts = await openAccounts(ports, username);
    if (!(await accounts.enable(username)))
      throw new Refusal(`--username ${username}: there is no disabled account with that name.`);
    return [`${username} may sign in again.`];
  },
};

export const userRename: Command = {
  name: "user rename",
  summary: "change a person's name or username",
  options: {
    username: usernameOption,
    name: { type: "string", value: "TEXT", help: "the name that others see" },
    "new-username": { type: "string", value: "NAME", help: "the new username to sign in with" },
  },
  async run(values, ports) {
    const [username, names] = [textOf(values, "username"), readNames(values)];
    const accounts = await openAccounts(ports, username);
    const outcome = await accounts.rename(username, names);
    if (outcome === "unknown") throw unknownAccount(values);
    if (outcome === "taken") throw new Refusal(`--new-username ${names.username} is taken.`);
    return [`Renamed ${username}; open pages show the change after a reload.`];
  },
};

function readNames(values: OptionValues): NewNames {
  const [name, username] = [textOf(values, "name"), textOf(values, "new-username")];
  if (name === "" && username === "") throw new Refusal("Pass --name, --new-username, or both.");
  if (name !== "") checkOption("name", name, nameProblem(name));
  if (username !== "") checkOption("new-username", username, usernameProblem(username));
  return { ...(name === "" ? {} : { name: name.trim() }), ...(username === "" ? {} : { username }) };
}

/** `user invite` (USR-5): prints only the link on stdout. */
export const userInvite: Command = {
  name: "user invite",
  summary: `create a link with which NAME can set a password, once, within ${invitationHours} hours; shown only once`,
  word: "NAME",
  options: {},
  async run(values, ports) {
    const username = textOf(values, "NAME");
    const accounts = await openAccounts(ports, username);
    const { invitation, link } = makeInvitation(ports);
    if (!(await accounts.invite(username, invitation)))
      throw new Refusal(`${username}: there is no such account, or it is disabled.`);
    ports.say(`Send this link only to ${username}; earlier invitations are void:`);
    return [link];
  },
};

/** `user import` (USR-6): adds everybody in the file, or nobody. */
export const userImport: Command = {
  name: "user import",
  summary: "create the accounts in a CSV file with the columns username, name, kind and role, all or none",
  word: "FILE",
  options: {
    invitations: { type: "string", value: "FILE", help: "new file for the invitations: username, name and link" },
    passwords: { type: "string", value: "FILE", help: "new file for temporary passwords instead" },
    "dry-run": { type: "boolean", help: "check the file without creating accounts" },
  },
  async run(values, ports) {
    const [invitations, passwords] = [textOf(values, "invitations"), textOf(values, "passwords")];
    const isDryRun = values["dry-run"] === true;
    if (!isDryRun && (invitations === "") === (passwords === ""))
      throw new Refusal("Pass either --invitations or --passwords, with a new file.");
    const people = await readFile(resolve(textOf(values, "FILE")));
    const { accounts } = await ports.open();
    const known = new Set((await accounts.list()).map(({ username }) => username.toLowerCase()));
    refuseTaken(people.map(({ username }) => username).filter((username) => known.has(username.toLowerCase())));
    if (isDryRun) return [`${people.length} accounts would be created. Nothing was created.`];
    const target = resolve(invitations || passwords);
    const made = invitations === "" ? await withPasswords(people, ports) : await withInvitations(people, ports);
    const rows = made.map(({ account, secret }) => [account.username, account.name, secret].map(csvCell).join(";"));
    const imported = made.map(({ account }) => account);
    const { taken } = await accounts.addAll(imported, () => ports.writeSecret(target, `${rows.join("\r\n")}\r\n`));
    refuseTaken(taken);
    return [`Created ${people.length} accounts; their links or passwords are in ${target}.`];
  },
};

interface Made {
  readonly account: ImportedAccount;
  readonly secret: string;
}

async function withPasswords(people: readonly FileAccount[], ports: CommandPorts): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (const person of people) {
    const secret = ports.makePassword();
    made.push({ account: { ...person, passwordHash: await ports.hashPassword(secret), invitation: null }, secret });
  }
  return made;
}

/** Gives invited people a random password, so that checking it takes as long as for everybody else (AUTH-1). */
async function withInvitations(people: readonly FileAccount[], ports: CommandPorts): Promise<readonly Made[]> {
  const passwordHash = await ports.hashPassword(ports.makePassword());
  return people.map((person) => {
    const { invitation, link } = makeInvitation(ports);
    return { account: { ...person, passwordHash, invitation }, secret: link };
  });
}

async function readFile(path: string): Promise<readonly FileAccount[]> {
  const read = await readAccounts(path).catch((error: unknown) => {
    throw error instanceof Error && "syscall" in error
      ? new Refusal(`FILE ${path} cannot be read (${reasonOf(error)}).`)
      : error;
  });
  if ("problems" in read) throw new Refusal([...read.problems, "Nothing was created."].join("\n"));
  return read.accounts;
}

function refuseTaken(taken: readonly string[]): void {
  if (taken.length > 0) throw new Refusal(`These usernames are taken: ${taken.join(", ")}. Nothing was created.`);
}
