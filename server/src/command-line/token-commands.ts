import { nameProblem } from "../participants/account-rules.ts";
import { hashToken, makeToken } from "../sign-in/token.ts";
import { type Command, Refusal } from "./command.ts";
import { columns } from "./help.ts";

/** `token add` (ERP-2): prints only the token on stdout, for scripts. */
export const tokenAdd: Command = {
  name: "token add",
  summary: "make a token with which a program calls as the account of USER; it is shown once",
  word: "USER",
  options: {
    name: { type: "string", value: "TEXT", help: "what the program is called, such as ERP", isRequired: true },
  },
  async run(values, ports) {
    const [username, program] = [String(values["USER"]), String(values["name"])];
    const problem = nameProblem(program);
    if (problem !== null) throw new Refusal(`--name is ${JSON.stringify(program)}; ${problem}.`);
    const { programTokens } = await ports.open();
    const token = makeToken();
    const id = await programTokens.add({ hash: hashToken(token), username, program: program.trim() });
    if (id === null) throw new Refusal(`${username}: there is no such account, or it is disabled.`);
    ports.say(`Made token ${id} for ${program.trim()}, as ${username}. It is shown here alone:`);
    return [token];
  },
};

export const tokenList: Command = {
  name: "token list",
  summary: "show the tokens of programs, never the tokens themselves",
  options: {},
  async run(_values, ports) {
    const { programTokens } = await ports.open();
    const rows = (await programTokens.list()).map((token) => {
      return [String(token.id), token.username, token.program, token.created_at, token.last_used_at ?? "never"];
    });
    return columns([["id", "username", "name", "made", "last used"], ...rows]);
  },
};

export const tokenRevoke: Command = {
  name: "token revoke",
  summary: "end a program's token at once, and what it has open",
  options: { id: { type: "string", value: "ID", help: "which one, as token list shows it", isRequired: true } },
  async run(values, ports) {
    const id = String(values["id"]);
    const { programTokens } = await ports.open();
    const isRevoked = /^[1-9]\d{0,14}$/u.test(id) && (await programTokens.revoke(Number(id)));
    if (!isRevoked) throw new Refusal(`--id ${id}: no program has such a token.`);
    return [`Ended token ${id}.`];
  },
};
