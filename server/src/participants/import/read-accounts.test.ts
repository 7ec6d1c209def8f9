import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readAccounts } from "./read-accounts.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-accounts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(content: string | Buffer) {
  const path = join(folder, "people.csv");
  writeFileSync(path, content);
  return await readAccounts(path);
}
const ion = { username: "ion", name: "Ion Știrbu", kind: "customer", role: "Customer" };

test("[USR-6a] reads a file as Excel saves it in Romania: with a BOM, semicolons, and Romanian names of columns and kinds", async () => {
  const rows = '\uFEFFUtilizator;Nume;Tip;Rol\r\nion;Ion Știrbu;client;\r\n\r\nradu;"Radu; Marin";ERP;admin\r\n';
  expect(await read(rows)).toEqual({
    accounts: [ion, { username: "radu", name: "Radu; Marin", kind: "erp", role: "Admin" }],
  });
  const windows = Buffer.from(`nume,utilizator,tip\nIon \xAAtirbu,ion,customer\n`, "latin1");
  expect(await read(windows)).toEqual({ accounts: [ion] });
});

test("[ERP-2g] reads Excel's Unicode text, and a first line that names the delimiter", async () => {
  const rows = "Utilizator\tNume\tTip\tRol\r\nion\tIon Știrbu\tclient\t\r\n";
  expect(await read(Buffer.from(`\uFEFF${rows}`, "utf16le"))).toEqual({ accounts: [ion] });
  expect(await read(`sep=;\r\n${rows.replaceAll("\t", ";")}`)).toEqual({ accounts: [ion] });
});

test("[ERP-2h] a user name that Excel turned into a number is refused by line and column", async () => {
  expect(await read("sep=;\nusername;name;kind\n4.07212E+10;Ion;customer\n")).toEqual({
    problems: [
      'line 3, username: "4.07212E+10"; Excel took it for a number and shortened it: format the column as text and enter it again',
    ],
  });
});

test("[USR-6a] names every problem by line and column", async () => {
  const rows =
    "username;name;kind;role\nion pop;Ion;customer;\nana;;agent;\nmia;Mia;manager;\nradu;Radu;erp;Agent\nRADU;Radu;erp;\n";
  expect(await read(rows)).toEqual({
    problems: [
      'line 2, username: "ion pop"; allowed are 1 to 64 letters, digits and . _ @ + -',
      'line 3, name: ""; allowed are 1 to 200 characters, at least one of them visible',
      'line 4, kind: "manager"; allowed are customer, erp and agent',
      'line 5, role: "Agent"; allowed for erp is Operator or Admin or Program',
      "line 6, username: it is also on line 5",
    ],
  });
});

test("[USR-6a] rejects a wrong header and a file without rows", async () => {
  expect(await read("username;name\nion;Ion\n")).toEqual({ problems: ["line 1: the column kind is missing"] });
  expect(await read("username;name;kind;telefon\n")).toEqual({
    problems: ['line 1: the column "telefon" is unknown'],
  });
  expect(await read("name;nume;kind\n")).toEqual({
    problems: ["line 1: the column name occurs twice, the column username is missing"],
  });
  expect(await read("username;name;kind\n")).toEqual({ problems: ["the file has no rows below its header"] });
  const many = Array.from({ length: 60 }, (_, n) => `a b${n};X;agent`).join("\n");
  expect(await read(`username;name;kind\n${many}\n`)).toMatchObject({ problems: { 50: "and 10 more" } });
});

test("[MAIL-4] an optional column has e-mail addresses", async () => {
  const rows = (email: string) => `username,name,kind,email\nion,Ion Știrbu,customer,${email}\n`;
  expect(await read(rows("ion@example.ro"))).toEqual({ accounts: [{ ...ion, email: "ion@example.ro" }] });
  expect(await read(rows(""))).toEqual({ accounts: [ion] });
  expect(await read(rows("ion@"))).toEqual({ problems: ['line 2, email: "ion@"; it is no e-mail address'] });
});
