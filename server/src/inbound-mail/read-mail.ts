import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AddressObject, type Attachment, simpleParser } from "mailparser";
import { ownText } from "./answer-text.ts";
import { separatePictures, textOfHtml } from "./html-text.ts";
import { isTakenFile, type ParsedFile, type ParsedMail, readHeaders, takenFilesMax } from "./rules.ts";

/** Reads an e-mail, and writes its attachments next to it. It runs in a thread of its own (`mail-reader.ts`). */
export async function readMail(path: string, folder: string): Promise<ParsedMail> {
  const mail = await simpleParser(createReadStream(path), {
    ...{ skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, keepCidLinks: true },
    ...{ ignoreEmbedded: true, keepDeliveryStatus: true, checksumAlgo: false },
  });
  const { headerLines, messageId = "", subject = "", text = "", from, attachments } = mail;
  const headers = readHeaders(headerLines.map(({ line }) => line));
  const html = typeof mail.html === "string" ? separatePictures(ownText(textOfHtml(mail.html))) : null;
  const plain = ownText(text);
  return {
    id: hashOf(messageId.trim() === "" ? await readFile(path) : messageId.trim()),
    headers,
    from: addressesOf(from),
    subject,
    report: reportOf(attachments, headers),
    text: plain === "" && html !== null ? html.text : plain,
    files: await writeFiles(attachments, html && html.cids, folder),
  };
}

const hashOf = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** A group has no address, so that it fits nobody. */
const addressesOf = (from: AddressObject | readonly AddressObject[] | undefined): readonly string[] =>
  [from ?? []].flat().flatMap(({ value }) => value.map(({ address = "" }) => address));

/** The parts of a delivery report (RFC 3464): blocks of fields, one for each recipient. */
function reportOf(attachments: readonly Attachment[], headers: ParsedMail["headers"]): ParsedMail["report"] {
  const isReport = headers.some(([name, value]) => name === "content-type" && /^multipart\/report\b/iu.test(value));
  const status = attachments.find(({ contentType }) => contentType === "message/delivery-status");
  if (!isReport || status === undefined) return null;
  const blocks = status.content
    .subarray(0, 64 * 1024)
    .toString("latin1")
    .split(/\r?\n\s*\r?\n/u);
  return blocks.flatMap((block) => {
    const recipient = /^(?:Final|Original)-Recipient:\s*rfc822\s*;\s*<?([^\s<>]+)>?/imu.exec(block)?.[1];
    const code = /^Status:\s*(\d\.\d{1,3}\.\d{1,3})/imu.exec(block)?.[1];
    return recipient === undefined || code === undefined ? [] : [{ recipient, status: code }];
  });
}

async function writeFiles(
  attachments: readonly Attachment[],
  ownCids: ReadonlySet<string> | null,
  folder: string,
): Promise<readonly ParsedFile[]> {
  const files: ParsedFile[] = [];
  for (const { contentType, contentDisposition, cid, related, filename = "", content } of attachments) {
    const isInline = contentDisposition === "inline" || related === true;
    // Without HTML, nothing says where a picture stands.
    const isQuoted = related === true && ownCids !== null && !ownCids.has(cid ?? "");
    if (!isTakenFile({ type: contentType, bytes: content.length, isInline, isQuoted })) continue;
    const path = join(folder, `attachment-${files.length}`);
    await writeFile(path, content, { mode: 0o600 });
    files.push({ name: filename, path, bytes: content.length });
    if (files.length === takenFilesMax) break;
  }
  return files;
}
