import { Check } from "typebox/schema";
import { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { rolesOfKind } from "@cuplaj/protocol/roles.ts";
import { nameProblem, usernameProblem } from "../participants/account-rules.ts";
import type { NewAccount } from "../participants/account-store.ts";
import {
  checkOption,
  openAccounts,
  passwordStdin,
  readPasswordHash,
  unknownAccount,
  usernameOption,
  wrongOption,
} from "./account-options.ts";
import { type Command, type CommandOption, type OptionValues, Refusal, textOf } from "./command.ts";
import { columns } from "./help.ts";

const role: CommandOption = { type: "string", value: "ROLE", help: "Customer, Operator, Admin, Program or Agent" };
/** `user add`: the only way into an empty production database (RUN-9). */
export const userAdd: Command = {
  name: "user add",
  summary: "create an account",
  options: {
    username: usernameOption,
    name: { type: "string", value: "TEXT", help: "the person's name as others see it", isRequired: true },
    kind: { type: "string", value: "KIND", help: "customer, erp or agent", isRequired: true },
    role: { ...role, help: `${role.help}; by default the usual role of the kind` },
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
    const rows = (await accounts.list()).map(
      ({ id, kind, username, name, roles, isDisabled, isErased, hasSecondFactor }) => {
        const state = isErased ? "erased" : isDisabled ? "disabled" : "active";
        return [String(id), kind, username, name, roles.join(", "), state, hasSecondFactor ? "yes" : "no"];
      },
    );
    return columns([["id", "kind", "username", "name", "roles", "state", "second factor"], ...rows]);
  },
};

export const userDisable: Command = {
  name: "user disable",
  summary: "disable an account; its messages stay",
  options: { username: usernameOption },
  async run(values, ports) {
    const username = textOf(values, "username");
    const accounts = await openAccounts(ports, username);
    if (!(await accounts.disable(username))) throw unknownAccount(values);
    return [`Disabled ${username} and ended all their sessions.`];
  },
};

export const userSignOut: Command = {
  name: "user sign-out",
  summary: "sign a person out everywhere; they can sign in again",
  options: { username: usernameOption },
  async run(values, ports) {
    const username = textOf(values, "username");
    const accounts = await openAccounts(ports, username);
    if (!(await accounts.endSignIns(username))) throw unknownAccount(values);
    return [`Ended all sessions of ${username}.`];
  },
};

/** `user reset-two-factor` (TFA-4): for a lost phone. */
export const userResetTwoFactor: Command = {
  name: "user reset-two-factor",
  summary: "remove a person's second factor and end all their sessions; they set up a new one at the next sign-in",
  options: { username: usernameOption },
  async run(values, ports) {
    const username = textOf(values, "username");
    const accounts = await openAccounts(ports, username);
    if ((await accounts.findId(username)) === null) throw unknownAccount(values);
    if (!(await accounts.removeSecondFactor(username)))
      return [`${username} has no second factor; nothing was changed.`];
    return [`Removed the second factor of ${username} and ended all their sessions.`];
  },
};

export const userRole: Command = {
  name: "user role",
  summary: "replace a person's role",
  options: { username: usernameOption, role: { ...role, isRequired: true } },
  async run(values, ports) {
    const [name, newRole] = [textOf(values, "username"), textOf(values, "role")];
    const accounts = await openAccounts(ports, name);
    const kind = await accounts.findKind(name);
    if (kind === null) throw unknownAccount(values);
    checkOption("role", newRole, roleProblem(newRole, kind));
    await accounts.changeRole(name, newRole);
    return [`${name} now has only the role ${newRole}.`];
  },
};

export const userPassword: Command = {
  name: "user password",
  summary: "set a person's password and end all their sessions",
  options: {
    username: usernameOption,
    temporary: { type: "boolean", help: "generate one, show it once, and require a change at the next sign-in" },
    "password-stdin": passwordStdin,
  },
  async run(values, ports) {
    const username = textOf(values, "username");
    const made = values["temporary"] === true && values["password-stdin"] !== true ? ports.makePassword() : null;
    const passwordHash = made === null ? await readPasswordHash(values, ports) : await ports.hashPassword(made);
    const accounts = await openAccounts(ports, username);
    const lasts = values["temporary"] === true ? "temporary" : undefined;
    if (!(await accounts.changePassword(username, passwordHash, lasts))) throw unknownAccount(values);
    const sentence = `Changed the password of ${username} and ended all their sessions.`;
    if (made === null) return [sentence];
    ports.say(`${sentence} The temporary password is shown only once and must be changed at the next sign-in:`);
    return [made];
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
