import { demoPeople, type DemoUsername } from "./content/people.ts";

/** One message of a demo conversation; `at` is in milliseconds since the epoch. */
interface SpokenMessage {
  readonly author: DemoUsername;
  readonly at: number;
  readonly body: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Romanian standard time; in summer the demo's clock is an hour off, which nobody can see in it. */
const offsetMs = 120 * minuteMs;
const linePattern = /^(?:(\d+)d (\d\d):(\d\d)|-(\d+)m) ([a-z]+): (.+)$/u;

/**
 * Reads one message a line, oldest first: `2d 08:12 ana: text` was said two days before `now` at that Romanian time,
 * `-14m radu: text` fourteen minutes before `now`. Times rise strictly. Throws on a line of another form.
 */
export function readTranscript(transcript: string, now: number): readonly SpokenMessage[] {
  const messages: SpokenMessage[] = [];
  for (const line of transcript.split("\n").map((line) => line.trim())) {
    if (line === "") continue;
    const message = readLine(line, now, secondsInto(messages.length));
    const previous = messages.at(-1);
    const isLater = previous === undefined || message.at > previous.at;
    messages.push(isLater ? message : { ...message, at: previous.at + 1000 });
  }
  return messages;
}

function readLine(line: string, now: number, offsetMs: number): SpokenMessage {
  const [, days, hours, minutes, minutesAgo, word, body = ""] = linePattern.exec(line) ?? [];
  const author = demoPeople.find((person) => person.username === word)?.username;
  if (author === undefined) throw new Error(`This is no line of a conversation: ${line}`);
  const minute =
    minutesAgo === undefined
      ? localTime(now, Number(days), Number(hours), Number(minutes))
      : now - Number(minutesAgo) * minuteMs;
  return { author, at: minute + offsetMs, body };
}

/** Seconds and milliseconds of a message, uneven but the same at each loading: nobody writes on the full minute. */
function secondsInto(index: number): number {
  return ((index * 37 + 11) % 60) * 1000 + ((index * 389 + 127) % 1000);
}

/** The moment, in milliseconds since the epoch, that was so many days before `now` at a Romanian time of day. */
export function localTime(now: number, daysAgo: number, hours: number, minutes: number): number {
  const midnight = Math.floor((now + offsetMs) / dayMs) * dayMs - offsetMs;
  return midnight - daysAgo * dayMs + (hours * 60 + minutes) * minuteMs;
}
