/** MAIL-2: how long the link that confirms an address is valid, and the shortest time between two of them for a person. */
export const confirmMsMax = 72 * 3600 * 1000;
export const confirmEveryMs = 60_000;
/** MAIL-3: how long an unused link of an e-mail is valid. */
export const linkMsMax = 30 * 24 * 3600 * 1000;
/** MAIL-1: pause between e-mails about a room that the person has not read since the last one. */
export const unansweredPauseMs = 4 * 3600 * 1000;
/** MAIL-1: most texts in an e-mail. */
export const textsMax = 20;
/** MAIL-6: previews of photos in an e-mail, and the size of each. */
export const previewsMax = 3;
export const previewBytesMax = 100_000;
/** MAIL-1: how long an e-mail waits while its person is online or has quiet hours. */
export const busyWaitMs = 10 * 60_000;
/** MAIL-8: longest time for which a failing relay is tried again. */
export const triedMsMax = 24 * 3600 * 1000;

/** MAIL-8: pause after a failed attempt: a minute, doubling up to an hour. */
export const retryWaitMs = (attempts: number): number => Math.min(60, 2 ** Math.min(attempts - 1, 6)) * 60_000;

export type MailResult = "sent" | "bounced" | "refused" | "again";

/** MAIL-8: what an SMTP failure means: the recipient does not exist, the relay never takes this e-mail, or it may take it later. */
export function resultOf(error: unknown): Exclude<MailResult, "sent"> {
  const {
    responseCode = 0,
    command = "",
    response = "",
  } = (error ?? {}) as Readonly<{
    responseCode?: number;
    command?: string;
    response?: string;
  }>;
  // A relay that is set up wrongly refuses every address by its policy.
  if (Math.trunc(responseCode / 100) !== 5 || /\b5\.7\.\d|relay/iu.test(response)) return "again";
  // 552 is a full box, and 530 to 538 concern our own sign-in at the relay.
  if (command !== "RCPT TO") return command === "DATA" ? "refused" : "again";
  return responseCode === 552 ? "refused" : "bounced";
}

/** The person whom an e-mail went to, and the room it was about. */
export interface ReplyTarget {
  readonly roomId: number;
  readonly participantId: number;
}
