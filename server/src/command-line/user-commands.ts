import { Check } from "typebox/value";
import { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { nameProblem, passwordProblem, rolesOfKind, usernameProblem } from "../participants/account-rules.ts";
import type { NewAccount } from "../participants/account-store.ts";
import { type Command, type CommandOption, type CommandPorts, type OptionValues, Refusal, textOf } from "./command.ts";
import { columns } from "./help.ts";

const username: CommandOption = {
  type: "string",
  value: "NAME",
  help: "what the person signs in with",
  isRequired: true,
};
const role: CommandOption = { type: "string", value: "ROLE", help: "Customer, Operator, Admin, Program or Agent" };
const passwordStdin: CommandOption = { type: "boolean", help: "read the password from stdin instead of asking for it" };

/** `user add`: the only way into an empty production database (RUN-9). */
export const userAdd: Command = {
  name: "user add",
  summary: "make an account",
  options: {
    username,
    name: { type: "string", value: "TEXT", help: "the person's name as others see it", isRequired: true },
    kind: { type: "string", value: "KIND", help: "customer, erp or agent", isRequired: true },
    role: { ...role, help: `${role.help}; else the usual one of the kind` },
    "password-stdin": passwordStdin,
  },
  async run(values, ports) {
    const account = readAccount(values);
    const passwordHash = await readPasswordHash(values, ports);
    const { accounts } = await ports.open();
    const id = await accounts.add({ ...account, passwordHash });
    if (id === null) throw new Refusal(`--username ${account.username} is taken.`);
    return [`Added ${account.kind} ${account.username} (${account.name}) with id ${id} and role ${account.role}.`];
  },
};

export const userList: Command = {
  name: "user list",
  summary: "show all accounts",
  options: {},
  async run(_values, ports) {
    const { accounts } = await ports.open();
    const rows = (await accounts.list()).map(({ id, kind, username, name, roles, isDisabled }) => {
      return [String(id), kind, username, name, roles.join(", "), isDisabled ? "disabled" : "active"];
    });
    return columns([["id", "kind", "username", "name", "roles", "state"], ...rows]);
  },
};

export const userDisable: Command = {
  name: "user disable",
  summary: "keep a person out; what they wrote stays",
  options: { username },
  async run(values, ports) {
    const { accounts } = await ports.open();
    if (!(await accounts.disable(textOf(values, "username")))) throw unknownAccount(values);
    return [`Disabled ${textOf(values, "username")} and ended every sign-in.`];
  },
};

export const userRole: Command = {
  name: "user role",
  summary: "give a person another role instead of the one they have",
  options: { username, role: { ...role, isRequired: true } },
  async run(values, ports) {
    const { accounts } = await ports.open();
    const [name, newRole] = [textOf(values, "username"), textOf(values, "role")];
    const kind = await accounts.findKind(name);
    if (kind === null) throw unknownAccount(values);
    checkOption("role", newRole, roleProblem(newRole, kind));
    await accounts.changeRole(name, newRole);
    return [`${name} has the role ${newRole} now, and no other.`];
  },
};

export const userPassword: Command = {
  name: "user password",
  summary: "give a person a new password and end every sign-in",
  options: { username, "password-stdin": passwordStdin },
  async run(values, ports) {
    const passwordHash = await readPasswordHash(values, ports);
    const { accounts } = await ports.open();
    if (!(await accounts.changePassword(textOf(values, "username"), passwordHash))) throw unknownAccount(values);
    return [`Changed the password of ${textOf(values, "username")} and ended every sign-in.`];
  },
};

function readAccount(values: OptionValues): Omit<NewAccount, "passwordHash"> {
  const [user, name, kind] = [textOf(values, "username"), textOf(values, "name"), textOf(values, "kind")];
  checkOption("username", user, usernameProblem(user));
  checkOption("name", name, nameProblem(name));
  if (!Check(ParticipantKind, kind)) throw wrongOption("kind", kind, "allowed are customer, erp and agent");
  const ownRole = textOf(values, "role") || rolesOfKind[kind][0];
  checkOption("role", ownRole, roleProblem(ownRole, kind));
  return { username: user, name: name.trim(), kind, role: ownRole };
}

function roleProblem(name: string, kind: ParticipantKind): string | null {
  const roles = rolesOfKind[kind];
  return roles.includes(name) ? null : `allowed for ${kind} is ${roles.join(" or ")}`;
}

function checkOption(option: string, value: string, problem: string | null): void {
  if (problem !== null) throw wrongOption(option, value, problem);
}

function wrongOption(option: string, value: string, problem: string): Refusal {
  return new Refusal(`--${option} is ${JSON.stringify(value)}; ${problem}.`);
}

async function readPasswordHash(values: OptionValues, ports: CommandPorts): Promise<string> {
  const password = values["password-stdin"] === true ? await ports.readStdin() : await askTwice(ports);
  const line = password.replace(/\r?\n$/u, "");
  const problem = passwordProblem(line);
  if (problem !== null) throw new Refusal(`The password cannot be used; ${problem}.`);
  return await ports.hashPassword(line);
}

async function askTwice({ askPassword }: CommandPorts): Promise<string> {
  if (askPassword === null) {
    throw new Refusal("There is no terminal to ask for the password: give --password-stdin and the password on stdin.");
  }
  const password = await askPassword("Password: ");
  if (password !== (await askPassword("The same again: "))) throw new Refusal("The two passwords differ.");
  return password;
}

function unknownAccount(values: OptionValues): Refusal {
  return new Refusal(`--username ${textOf(values, "username")}: there is no such account.`);
}
