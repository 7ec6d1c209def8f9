import { Check } from "typebox/value";
import { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { nameProblem, passwordProblem, rolesOfKind, usernameProblem } from "../participants/account-rules.ts";
import type { ListedAccount } from "../participants/account-store.ts";
import type { Command, CommandOption, CommandPorts, CommandResult, OptionValues } from "./command.ts";

const username: CommandOption = {
  type: "string",
  value: "NAME",
  help: "what the person signs in with",
  isRequired: true,
};
const role: CommandOption = { type: "string", value: "ROLE", help: "Customer, Operator, Admin or Agent" };
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
    const asked = readAccount(values);
    if ("problem" in asked) return asked;
    const password = await readPassword(values, ports);
    if (typeof password !== "string") return password;
    const passwordHash = await ports.hashPassword(password);
    const { accounts } = await ports.open();
    const id = await accounts.add({ ...asked, passwordHash });
    if (id === null) return { problem: `--username ${asked.username} is taken.` };
    return { lines: [`Added ${asked.kind} ${asked.username} (${asked.name}) with id ${id} and role ${asked.role}.`] };
  },
};

/** `user list` */
export const userList: Command = {
  name: "user list",
  summary: "show all accounts",
  options: {},
  async run(_values, ports) {
    const { accounts } = await ports.open();
    return { lines: tableOf(await accounts.list()) };
  },
};

/** `user disable` */
export const userDisable: Command = {
  name: "user disable",
  summary: "keep a person out; what they wrote stays",
  options: { username },
  async run(values, ports) {
    const { accounts } = await ports.open();
    if (!(await accounts.disable(textOf(values, "username")))) return nobody(values);
    return { lines: [`Disabled ${textOf(values, "username")} and ended every sign-in.`] };
  },
};

/** `user role` */
export const userRole: Command = {
  name: "user role",
  summary: "give a person another role in the place of the one they have",
  options: { username, role: { ...role, isRequired: true } },
  async run(values, ports) {
    const { accounts } = await ports.open();
    const [name, asked] = [textOf(values, "username"), textOf(values, "role")];
    const kind = await accounts.findKind(name);
    if (kind === null) return nobody(values);
    const problem = roleProblem(asked, kind);
    if (problem !== null) return problem;
    await accounts.changeRole(name, asked);
    return { lines: [`${name} has the role ${asked} now, and no other.`] };
  },
};

/** `user password` */
export const userPassword: Command = {
  name: "user password",
  summary: "give a person a new password and end every sign-in",
  options: { username, "password-stdin": passwordStdin },
  async run(values, ports) {
    const password = await readPassword(values, ports);
    if (typeof password !== "string") return password;
    const passwordHash = await ports.hashPassword(password);
    const { accounts } = await ports.open();
    if (!(await accounts.changePassword(textOf(values, "username"), passwordHash))) return nobody(values);
    return { lines: [`Changed the password of ${textOf(values, "username")} and ended every sign-in.`] };
  },
};

type Account = { username: string; name: string; kind: ParticipantKind; role: string };

function readAccount(values: OptionValues): Account | { problem: string } {
  const [user, name, kind] = [textOf(values, "username"), textOf(values, "name"), textOf(values, "kind")];
  const wrongUsername = usernameProblem(user);
  if (wrongUsername !== null) return { problem: `--username is ${JSON.stringify(user)}; ${wrongUsername}.` };
  const wrongName = nameProblem(name);
  if (wrongName !== null) return { problem: `--name is ${JSON.stringify(name)}; ${wrongName}.` };
  if (!Check(ParticipantKind, kind)) {
    return { problem: `--kind is ${JSON.stringify(kind)}; allowed are customer, erp and agent.` };
  }
  const asked = textOf(values, "role") || rolesOfKind[kind][0];
  return roleProblem(asked, kind) ?? { username: user, name: name.trim(), kind, role: asked };
}

function roleProblem(asked: string, kind: ParticipantKind): { problem: string } | null {
  const roles = rolesOfKind[kind];
  if (roles.includes(asked)) return null;
  return { problem: `--role is ${JSON.stringify(asked)}; allowed for ${kind} is ${roles.join(" or ")}.` };
}

async function readPassword(values: OptionValues, ports: CommandPorts): Promise<string | { problem: string }> {
  const password = await takePassword(values, ports);
  if (typeof password !== "string") return password;
  const wrong = passwordProblem(password);
  return wrong === null ? password : { problem: `The password cannot be used; ${wrong}.` };
}

async function takePassword(values: OptionValues, ports: CommandPorts): Promise<string | { problem: string }> {
  if (values["password-stdin"] === true) return (await ports.readStdin()).replace(/\r?\n$/u, "");
  if (ports.askPassword === null) {
    return {
      problem: "There is no terminal to ask for the password: give --password-stdin and the password on stdin.",
    };
  }
  const password = await ports.askPassword("Password: ");
  const again = await ports.askPassword("The same again: ");
  return password === again ? password : { problem: "The two passwords differ." };
}

function textOf(values: OptionValues, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}

function nobody(values: OptionValues): CommandResult {
  return { problem: `--username ${textOf(values, "username")}: there is no such account.` };
}

function tableOf(accounts: readonly ListedAccount[]): readonly string[] {
  const rows = [
    ["id", "kind", "username", "name", "roles", "state"],
    ...accounts.map((account) => [
      String(account.id),
      account.kind,
      account.username,
      account.name,
      account.roles.join(", "),
      account.isDisabled ? "disabled" : "active",
    ]),
  ];
  const widths = rows[0]?.map((_title, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
