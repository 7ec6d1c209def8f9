import { nameProblem } from "../participants/account-rules.ts";
import { hashToken, makeToken } from "../sign-in/token.ts";
import { type Command, Refusal } from "./command.ts";
import { columns } from "./help.ts";

/** `token add` (ERP-2): prints only the token on stdout, for scripts. */
export const tokenAdd: Command = {
  name: "token add",
  summary: "create a token with which a program acts as USER; shown only once",
  word: "USER",
  options: {
    name: { type: "string", value: "TEXT", help: "the name of the program, such as ERP", isRequired: true },
  },
  async run(values, ports) {
    const [username, program] = [String(values["USER"]), String(values["name"])];
    const problem = nameProblem(program);
    if (problem !== null) throw new Refusal(`--name is ${JSON.stringify(program)}; ${problem}.`);
    const { programTokens } = await ports.open();
    const token = makeToken();
    const id = await programTokens.add({ hash: hashToken(token), username, program: program.trim() });
    if (id === null) throw new Refusal(`${username}: there is no such account, or it is disabled.`);
    ports.say(`Created token ${id} for ${program.trim()}, acting as ${username}. It is shown only once:`);
    return [token];
  },
};

export const tokenList: Command = {
  name: "token list",
  summary: "list programs' tokens, without their secrets",
  options: {},
  async run(_values, ports) {
    const { programTokens } = await ports.open();
    const rows = (await programTokens.list()).map((token) => {
      return [String(token.id), token.username, token.program, token.created_at, token.last_used_at ?? "never"];
    });
    return columns([["id", "username", "name", "created", "last used"], ...rows]);
  },
};

export const tokenRevoke: Command = {
  name: "token revoke",
  summary: "revoke a program's token and close its connections at once",
  options: { id: { type: "string", value: "ID", help: "the id shown by token list", isRequired: true } },
  async run(values, ports) {
    const id = String(values["id"]);
    const { programTokens } = await ports.open();
    const isRevoked = /^[1-9]\d{0,14}$/u.test(id) && (await programTokens.revoke(Number(id)));
    if (!isRevoked) throw new Refusal(`--id ${id}: there is no such token.`);
    return [`Revoked token ${id}.`];
  },
};
