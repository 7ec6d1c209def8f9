// INMAIL-4: finds what a person wrote above, between or below what their mail program quoted. No library knows Romanian (decision 0059).

const verb = "(?:wrote|writes|a scris|scrie|a écrit|schrieb|ha scritto|escribió|írta)";
/** The line that introduces a quote; it names a moment or an address. */
const introduction = new RegExp(`^.{0,400}?\\b${verb}(?: .{0,120})?\\s*:\\s*$`, "u");
const momentOrAddress = /\d{1,2}[:.]\d{2}|\d{1,2}[ ./-]\S{1,12}[ ./-]\d{4}|\d{4}-\d{2}-\d{2}|[^\s@]@[^\s@]/u;
/** How an introduction begins that goes on in the next line. */
const introductionStart = /^(?:On|Pe|[ÎI]n|La|Le|Am|Il|El)\s(?=.*\d)|^\d{1,4}[ ./-]\S/u;
/** Yahoo quotes in the same line. */
const introductionInLine = new RegExp(
  `^\\s*(?:On|Pe|[ÎI]n|La)\\s.{0,200}?<[^\\s<>@]{1,80}@[^\\s<>]{1,255}>\\s*${verb}\\s*:`,
  "u",
);
const heading =
  /^\s*-{2,}\s*(?:Original Message|Mesaj(?:ul)? (?:original|ini[țţt]ial)|Mesaj redirec[țţt]ionat|Forwarded message|Message d.origine|Ursprüngliche Nachricht)\s*-{2,}\s*$/iu;
const longRule = /^\s*_{20,}\s*$/u;
const sender = /^\s*\*{0,2}(?:From|De la|De|Expeditor|Von)\s*:\s*\*{0,2}\s*\S/iu;
const header =
  /^\s*\*{0,2}(?:Sent|Date|To|Cc|Subject|Trimis|Trimis la|Dat[aăe]|C[aă]tre|Pentru|La|Destinatar|Subiect|R[aă]spuns c[aă]tre|Reply-To|Importance|Importan[țţt][aă])\s*:/iu;

/** The line that opens a signature: `-- `. */
const signatureRule = /^--\s*$/u;
const devices =
  "iphone|ipad|android|telefon|mobil|smartphone|phone|samsung|galaxy|huawei|xiaomi|redmi|poco|oppo|honor|motorola|nokia|pixel|dispozitiv|device|tablet[aă]?|outlook|yahoo|e-?mail|gmail|mail|blackberry|ios|windows|k-9|thunderbird|aol";
/** Lines of phones and mail programs below a text. */
const program = new RegExp(
  `^\\W{0,3}(?:(?:Sent|Trimis[ăa]?|Expediat|Transmis) (?:from|with|via|using|by|de pe|din|cu(?: ajutorul)?|de la|prin|folosind)|(?:Get|Download|Ob[țţt]ine[țţt]i|Ob[țţt]ine|Desc[aă]rca[țţt]i|Desc[aă]rc[aă])) [^\\n]{0,80}?(?:${devices})[^\\n]{0,160}$|^\\W{0,3}Yahoo Mail: [^\\n]{0,120}$`,
  "iu",
);
const quoted = /^\s{0,3}>/u;
/** Characters of a text and of a line that are looked at; many more than a message may have. */
const [lookedAtMax, lineMax] = [100_000, 20_000];
/** Introductions wrap at about 76 characters. */
const wrappedMax = 4;

/** Removes quotes and the signature from a plain text. */
export function ownText(text: string): string {
  const plain = text.slice(0, lookedAtMax).replaceAll(/\r\n?/gu, "\n").replaceAll("\u00a0", " ");
  const lines = withoutQuotes(plain.split("\n").map((line) => line.slice(0, lineMax)));
  const signature = lines.findIndex((line) => signatureRule.test(line));
  let own = withoutBlankEnds(signature === -1 ? lines : lines.slice(0, signature));
  while (program.test(own.at(-1) ?? "")) own = withoutBlankEnds(own.slice(0, -1));
  return own
    .map((line) => line.trimEnd())
    .join("\n")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .trim();
}

/** Cuts a quote that reaches to the end; of one whose lines begin with `>`, it also leaves what follows, for people who answer below or in between. */
function withoutQuotes(lines: readonly string[]): string[] {
  const own: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (quoted.test(line)) continue;
    const length = introductionLength(lines, at);
    if (length > 0) {
      at += length - 1;
      if (quoted.test(nextShown(lines, at + 1))) continue;
      return own;
    }
    if (beginsQuote(lines, at)) return own;
    own.push(line);
  }
  return own;
}

/** How many lines from here introduce a quote. */
function introductionLength(lines: readonly string[], at: number): number {
  for (let length = 1; length <= wrappedMax; length += 1) {
    const joined = lines.slice(at, at + length);
    if (joined.length < length || (lines[at + length - 1] ?? "").trim() === "") return 0;
    const line = joined.map((each) => each.trim()).join(" ");
    if (introduction.test(line) && momentOrAddress.test(line)) return length;
    if (!introductionStart.test(line)) return 0;
  }
  return 0;
}

function beginsQuote(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (heading.test(line) || introductionInLine.test(line)) return true;
  if (longRule.test(line)) return sender.test(nextShown(lines, at + 1));
  return sender.test(line) && lines.slice(at + 1, at + 7).filter((each) => header.test(each)).length >= 2;
}

const nextShown = (lines: readonly string[], from: number): string =>
  lines.slice(from, from + 3).find((line) => line.trim() !== "") ?? "";

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const isShown = (line: string): boolean => line.trim() !== "";
  return lines.slice(Math.max(0, lines.findIndex(isShown)), lines.findLastIndex(isShown) + 1);
}
