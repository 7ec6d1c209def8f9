import { Check } from "typebox/schema";
import { MailAddress } from "@cuplaj/protocol/mail.ts";
import { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { type FileColumns, readHeader } from "../../text-files/read-header.ts";
import { cutShortProblem, type FileRow, isCutShort, readRows } from "../../text-files/read-rows.ts";
import { readText } from "../../text-files/read-text.ts";
import { UnreadableFile } from "../../text-files/unreadable-file.ts";
import { rolesOfKind } from "@cuplaj/protocol/roles.ts";
import { nameProblem, usernameProblem } from "../account-rules.ts";
import type { NewAccount } from "../account-store.ts";

export type FileAccount = Omit<NewAccount, "passwordHash">;

/** Maximum number of rows in a file; a file with more is rejected. */
const rowsMax = 5000;
const problemsMax = 50;

type Column = "username" | "name" | "kind" | "role" | "email";
const columns: FileColumns<Column> = {
  romanianNames: { username: "utilizator", name: "nume", kind: "tip", role: "rol", email: "email" },
  optional: new Set(["role", "email"]),
};
const kindNames: Readonly<Record<string, string>> = { client: "customer" };

/** USR-6: parses a CSV file, including one saved by Excel in Romania, or lists its problems by line and column. */
export async function readAccounts(
  path: string,
): Promise<{ readonly accounts: readonly FileAccount[] } | { readonly problems: readonly string[] }> {
  const accounts: FileAccount[] = [];
  const problems: string[] = [];
  const lineOf = new Map<string, number>();
  const head = await readRowsOf(path, ({ line, cells }, positions) => {
    const row = readAccount(cells, positions);
    const name = row.account.username.toLowerCase();
    const twice = lineOf.get(name);
    if (twice !== undefined) row.problems.push(`username: it is also on line ${twice}`);
    lineOf.set(name, line);
    problems.push(...row.problems.map((problem) => `line ${line}, ${problem}`));
    accounts.push(row.account);
  });
  if (head !== null) return { problems: [head] };
  if (accounts.length === 0) problems.push("the file has no rows below its header");
  if (problems.length === 0) return { accounts };
  const more = problems.length - problemsMax;
  return { problems: [...problems.slice(0, problemsMax), ...(more > 0 ? [`and ${more} more`] : [])] };
}

/** Passes the rows below the header to `take`. Returns why it stopped; null at the end of the file. */
async function readRowsOf(
  path: string,
  take: (row: FileRow, positions: ReadonlyMap<Column, number>) => void,
): Promise<string | null> {
  let positions: ReadonlyMap<Column, number> | null = null;
  let total = 0;
  try {
    for await (const row of readRows(readText(path))) {
      if (positions === null) {
        const header = readHeader(row.cells, columns);
        if ("problems" in header) return `line ${row.line}: ${header.problems.join(", ")}`;
        ({ positions } = header);
      } else if (++total > rowsMax) return `line ${row.line}: more than ${rowsMax} rows`;
      else take(row, positions);
    }
    return null;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return `line ${error.line}: it ${error.message}`;
  }
}

function readAccount(
  cells: readonly string[],
  positions: ReadonlyMap<Column, number>,
): { readonly account: FileAccount; readonly problems: string[] } {
  const cell = (column: Column): string => cells[positions.get(column) ?? -1] ?? "";
  const [username, name, kindCell] = [cell("username"), cell("name"), cell("kind").toLowerCase()];
  const kind = kindNames[kindCell] ?? kindCell;
  const problems: string[] = [];
  const check = (column: Column, problem: string | null): void => {
    if (problem !== null) problems.push(`${column}: ${JSON.stringify(cell(column))}; ${problem}`);
  };
  check("username", isCutShort(username) ? cutShortProblem : usernameProblem(username));
  check("name", isCutShort(name) ? cutShortProblem : nameProblem(name));
  const email = cell("email");
  check("email", email === "" || Check(MailAddress, email) ? null : "it is no e-mail address");
  const more = email === "" ? {} : { email };
  if (!Check(ParticipantKind, kind)) {
    check("kind", "allowed are customer, erp and agent");
    return { account: { username, name, kind: "customer", role: "" }, problems };
  }
  const role = roleNamed(kind, cell("role"));
  if (role === undefined) check("role", `allowed for ${kind} is ${rolesOfKind[kind].join(" or ")}`);
  return { account: { username, name, kind, role: role ?? "", ...more }, problems };
}

/** The role of that name, or the kind's usual one if the cell is empty. */
const roleNamed = (kind: ParticipantKind, cell: string): string | undefined =>
  cell === "" ? rolesOfKind[kind][0] : rolesOfKind[kind].find((each) => each.toLowerCase() === cell.toLowerCase());
