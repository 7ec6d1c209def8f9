import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { readReplyAddress } from "../mail/reply-address.ts";
import { testMailFrom, testMailKey } from "../testing/inbound-mail.ts";
import { readMail } from "./read-mail.ts";
import { judgeMail } from "./rules.ts";

const folder = fileURLToPath(new URL("testing", import.meta.url));
const fixtures = readdirSync(folder).filter((name) => name.endsWith(".eml"));
const work = mkdtempSync(join(tmpdir(), "read-mail-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

test("[INMAIL-4][INMAIL-5a] answers of common mail programs, without quotes and signatures", async () => {
  const read = [];
  for (const name of fixtures) {
    const { text, files } = await readMail(join(folder, name), work);
    const listed = files.map((file) => `[${file.name}, ${file.bytes} bytes]`);
    read.push([`== ${basename(name, ".eml")}`, text, ...listed].join("\n"));
  }
  await expect(`${read.join("\n\n")}\n`).toMatchFileSnapshot("testing/answers.golden.txt");
});

test("[INMAIL-2] each of them is an answer of its person", async () => {
  const verdicts = await Promise.all(
    fixtures.map(async (name) => {
      const mail = await readMail(join(folder, name), work);
      return judgeMail(mail, (address) => readReplyAddress(address, testMailFrom, testMailKey));
    }),
  );
  expect(new Set(verdicts.map((verdict) => JSON.stringify(verdict)))).toEqual(
    new Set(['{"kind":"answer","to":{"roomId":12,"participantId":34}}']),
  );
});
