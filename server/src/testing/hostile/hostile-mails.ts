import { answerMail, type MailPart, multipart } from "../inbound-mail.ts";

/** An e-mail that means harm, to Ana's reply address. */
export interface HostileMail {
  readonly title: string;
  readonly raw: string | Buffer;
  /** The messages that it becomes. */
  readonly said: readonly string[];
}

const plain = "Content-Type: text/plain; charset=utf-8";
const html = (content: string): string => `Content-Type: text/html; charset=utf-8\n\n${content}`;
const file = (name: string, content: string | Buffer, type = "application/octet-stream"): MailPart => ({
  type,
  content,
  headers: { "Content-Disposition": `attachment; filename="${name}"` },
});
const text = (content: string): MailPart => ({ type: "text/plain; charset=utf-8", content });

/** Nests a part in `depth` multiparts. */
function nested(depth: number, innermost: string): string {
  const opens = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\n\n--b${level}\n`,
  );
  const closes = Array.from({ length: depth }, (_, level) => `--b${depth - 1 - level}--\n`);
  return `${opens.join("")}${innermost}\n${closes.join("")}`;
}

export function hostileMails({ to, from }: { readonly to: string; readonly from: string }): readonly HostileMail[] {
  const mail = (parts: Omit<Parameters<typeof answerMail>[0], "to" | "from">): string =>
    answerMail({ to, from, ...parts });
  const replayed = mail({ text: "o singură dată", headers: { "Message-ID": "<replayed@client.example>" } });
  return [
    { title: "empty", raw: "", said: [] },
    { title: "only line ends", raw: "\r\n\r\n\r\n", said: [] },
    {
      title: "not an e-mail",
      raw: Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)),
      said: [],
    },
    { title: "only headers", raw: mail({ body: "" }), said: [] },
    {
      title: "headers injected into the subject",
      raw: mail({ text: "subiect", headers: { Subject: "x\r\nBcc: all@example.com\r\nAuto-Submitted: no" } }),
      said: ["subiect"],
    },
    {
      title: "headers injected by an encoded word",
      raw: mail({ text: "cuvânt", headers: { Subject: "=?utf-8?Q?x=0D=0AFrom:_root@example.com?=" } }),
      said: ["cuvânt"],
    },
    {
      title: "a From injected by an encoded word",
      raw: mail({ text: "x", headers: { From: `=?utf-8?Q?${from.replace("@", "=40")}?= <evil@example.com>` } }),
      said: [],
    },
    {
      title: "a From whose name is the address",
      raw: mail({ text: "x", headers: { From: `"${from}" <evil@example.com>` } }),
      said: [],
    },
    {
      title: "a From with a comment",
      raw: mail({ text: "x", headers: { From: `evil@example.com (<${from}>)` } }),
      said: [],
    },
    { title: "two From headers", raw: mail({ text: "x", headers: { From: [from, "evil@example.com"] } }), said: [] },
    {
      title: "two addresses in one From",
      raw: mail({ text: "x", headers: { From: `evil@example.com, ${from}` } }),
      said: [],
    },
    { title: "a From with NUL", raw: mail({ text: "x", headers: { From: `${from}\0@evil.example` } }), said: [] },
    { title: "no From", raw: mail({ text: "x" }).replace(/^From: .*\r\n/mu, ""), said: [] },
    {
      title: "a From of look-alike letters",
      raw: mail({ text: "x", headers: { From: from.replace("a", "\u0430") } }),
      said: [],
    },
    {
      title: "a reply address in the Bcc only",
      raw: answerMail({ to: "chat@piese.example", from, text: "x", headers: { Bcc: to } }),
      said: [],
    },
    {
      title: "a reply address of which one letter is wrong",
      raw: answerMail({ to: to.replace(/.@/u, (end) => (end === "a@" ? "b@" : "a@")), from, text: "x" }),
      said: [],
    },
    {
      title: "a reply address with zeros before its numbers",
      raw: answerMail({ to: to.replace("+r", "+r0"), from, text: "x" }),
      said: [],
    },
    { title: "the first delivery", raw: replayed, said: ["o singură dată"] },
    { title: "the same once more", raw: replayed, said: [] },
    { title: "the same id with another text", raw: replayed.replace("singură", "altă"), said: [] },
    {
      title: "an answer of a program to a program",
      raw: mail({ text: "x", headers: { "Auto-Submitted": "Auto-Replied" } }),
      said: [],
    },
    {
      title: "10,000 recipients",
      raw: mail({
        text: "mulți",
        headers: { Cc: Array.from({ length: 10_000 }, (_, index) => `p${index}@example.com`).join(",\r\n ") },
      }),
      said: ["mulți"],
    },
    {
      title: "10,000 false reply addresses",
      raw: answerMail({
        to: Array.from({ length: 10_000 }, (_, index) => to.replace("+r", `+r${index + 1}`)).join(",\r\n "),
        from,
        text: "x",
      }),
      said: [],
    },
    {
      title: "20,000 headers",
      raw: mail({ text: "antete", headers: { "X-Pad": Array.from({ length: 20_000 }, () => "x") } }),
      said: [],
    },
    { title: "a header of 3 MB", raw: mail({ text: "lung", headers: { "X-Pad": "x".repeat(3_000_000) } }), said: [] },
    {
      title: "a reference to 50,000 e-mails",
      raw: mail({
        text: "fir",
        headers: { References: Array.from({ length: 50_000 }, (_, index) => `<${index}@x>`).join("\r\n ") },
      }),
      said: [],
    },
    { title: "5,000 parts inside each other", raw: mail({ body: nested(5000, `${plain}\n\nadânc`) }), said: [] },
    { title: "50 parts inside each other", raw: mail({ body: nested(50, `${plain}\n\nadânc`) }), said: ["adânc"] },
    {
      title: "20,000 parts",
      raw: mail({
        body: multipart(
          "mixed",
          Array.from({ length: 20_000 }, () => text("x")),
        ),
      }),
      said: [],
    },
    {
      title: "a multipart without end",
      raw: mail({ body: `Content-Type: multipart/mixed; boundary="b"\n\n--b\n${plain}\n\nfără sfârșit\n` }),
      said: ["fără sfârșit"],
    },
    {
      title: "a multipart without boundary",
      raw: mail({ body: `Content-Type: multipart/mixed\n\n--b\n${plain}\n\nx\n--b--` }),
      said: [],
    },
    {
      title: "a boundary of 100,000 characters",
      raw: mail({ body: `Content-Type: multipart/mixed; boundary="${"b".repeat(100_000)}"\n\nx` }),
      said: [],
    },
    {
      title: "e-mails inside an e-mail, 40 deep",
      raw: mail({ body: `${"Content-Type: message/rfc822\n\n".repeat(40)}${plain}\n\nînăuntru` }),
      said: ["[fișier]"],
    },
    {
      title: "another's answer inside an e-mail",
      raw: mail({
        body: multipart("mixed", [
          text("redirecționat"),
          {
            type: "message/rfc822",
            content: `From: evil@example.com\n${plain}\n\nfals`,
            headers: { "Content-Transfer-Encoding": "8bit" },
          },
        ]),
      }),
      said: ["redirecționat", "[fișier]"],
    },
    {
      title: "broken base64",
      raw: mail({ body: `${plain}\nContent-Transfer-Encoding: base64\n\n####!!!!` }),
      said: [],
    },
    {
      title: "broken quoted-printable",
      raw: mail({ body: `${plain}\nContent-Transfer-Encoding: quoted-printable\n\nce =ZZ =4 =\u0000 vine` }),
      said: ["ce =ZZ =4 = vine"],
    },
    {
      title: "bytes that are no UTF-8",
      raw: Buffer.concat([Buffer.from(mail({ text: "octeți " })), Buffer.from([0xff, 0xfe, 0xc3, 0x28])]),
      said: ["octeți ���("],
    },
    {
      title: "an unknown charset",
      raw: mail({ body: "Content-Type: text/plain; charset=x-klingon\n\nsalut" }),
      said: ["salut"],
    },
    {
      title: "UTF-7",
      raw: mail({ body: "Content-Type: text/plain; charset=utf-7\n\n+ADw-script+AD4-" }),
      said: ["+ADw-script+AD4-"],
    },
    { title: "NUL and control characters", raw: mail({ text: "ce\0 fa\u0007ci\u001b[31m?" }), said: ["ce faci[31m?"] },
    { title: "piles of marks", raw: mail({ text: `a${"\u0301".repeat(500)}` }), said: [`a${"\u0301".repeat(8)}`] },
    {
      title: "text that turns the reading direction",
      raw: mail({ text: "factura\u202efdp.exe" }),
      said: ["factura\u202efdp.exe"],
    },
    {
      title: "HTML with scripts",
      raw: mail({
        body: html(`<script>alert(1)</script><p onclick="x()">curat<img src=x onerror=alert(1)></p><style>p{}</style>`),
      }),
      said: ["curat"],
    },
    {
      title: "HTML with a link to a script",
      raw: mail({ body: html(`<a href="javascript:alert(1)">apasă</a>`) }),
      said: ["apasă"],
    },
    { title: "HTML 100,000 tags deep", raw: mail({ body: html(`${"<div>".repeat(100_000)}adânc`) }), said: [] },
    {
      title: "HTML whose quote is not closed",
      raw: mail({ body: html(`răspuns<blockquote>${"<blockquote>".repeat(500)}vechi`) }),
      said: ["răspuns"],
    },
    { title: "HTML of a million entities", raw: mail({ body: html("&amp;".repeat(1_000_000)) }), said: [] },
    { title: "an answer of ten million characters", raw: mail({ text: "lung ".repeat(2_000_000) }), said: [] },
    { title: "a line of 20 MB", raw: mail({ text: "x".repeat(20_000_000) }), said: [] },
    { title: "a million lines of quotes", raw: mail({ text: `sus\n${"> jos\n".repeat(1_000_000)}` }), said: ["sus"] },
    {
      title: "a hundred thousand lines that begin a quote",
      raw: mail({ text: "On 1 Dec 2026 at\n".repeat(100_000) }),
      said: [],
    },
    {
      title: "a file of 20 MB",
      raw: mail({ body: multipart("mixed", [text("mare"), file("mare.dat", Buffer.alloc(20_000_000, 1))]) }),
      said: ["mare", "[mare.dat]"],
    },
    {
      title: "a ZIP that unfolds to much",
      raw: mail({
        body: multipart("mixed", [
          text("arhivă"),
          file("bomba.zip", Buffer.from("504b0304140000000800", "hex"), "application/zip"),
        ]),
      }),
      said: ["arhivă", "[bomba.zip]"],
    },
    {
      title: "a file whose name is a way up",
      raw: mail({ body: multipart("mixed", [file("../../../../etc/passwd", "x")]) }),
      said: ["[passwd]"],
    },
    {
      title: "a file whose name holds a header",
      raw: mail({
        body: multipart("mixed", [
          {
            type: "application/octet-stream",
            content: "x",
            headers: { "Content-Disposition": "attachment; filename*=utf-8''a%0D%0ASet-Cookie:x%00.exe" },
          },
        ]),
      }),
      said: ["[aSet-Cookie:x.exe]"],
    },
    {
      title: "HTML as a file",
      raw: mail({ body: multipart("mixed", [file("pagina.html", "<script>alert(1)</script>", "text/html")]) }),
      said: ["[pagina.html]"],
    },
    {
      title: "a date in the year 9999",
      raw: mail({ text: "viitor", headers: { Date: "Fri, 31 Dec 9999 23:59:59 +9999" } }),
      said: ["viitor"],
    },
    { title: "a date that is none", raw: mail({ text: "nicicând", headers: { Date: "ieri" } }), said: ["nicicând"] },
    {
      title: "an id of 100,000 characters",
      raw: mail({ text: "id", headers: { "Message-ID": `<${"x".repeat(100_000)}@x>` } }),
      said: ["id"],
    },
    { title: "only a signature", raw: mail({ text: "-- \nAna\n0722 000 000" }), said: [] },
    {
      title: "only a quote",
      raw: mail({ text: "On 1 Dec 2026 at 10:15, Piese <x@y.example> wrote:\n> vechi" }),
      said: [],
    },
  ];
}
