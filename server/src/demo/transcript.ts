import { demoPeople, type DemoUsername } from "./content/people.ts";
import { type DemoPhoto, isDemoPhoto } from "./photos/demo-photos.ts";

/** One line of a demo conversation: what somebody wrote or did; `at` is in milliseconds since the epoch. */
export type DemoLine = { readonly author: DemoUsername; readonly at: number } & Said;
type Said =
  | { readonly kind: "message"; readonly body: string; readonly photo: DemoPhoto | null }
  | { readonly kind: "likes" | "takes over" | "releases" | "decides" }
  | { readonly kind: "hands over"; readonly to: DemoUsername; readonly note: string };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Romanian standard time; in summer the demo's clock is an hour off, which nobody can see in it. */
const offsetMs = 120 * minuteMs;
const linePattern = /^(?:(\d+)d (\d\d):(\d\d)|-(\d+)m) ([a-z]+)(: | )(.+)$/u;
const photoPattern = /^\[([a-z-]+)\] ?(.*)$/u;
const actPattern = /^(?:(likes|takes over|releases|decides)|hands over to ([a-z]+): (.+))$/u;

/**
 * Reads one message or act a line, oldest first: `2d 08:12 ana: text` was said two days before `now` at that Romanian time,
 * `-14m radu: text` fourteen minutes before `now`. `ana: [curea] text` is sent with a photo, `ana: [curea]` is one alone. `radu likes`
 * means the message above; `radu takes over`, `radu releases` and `radu hands over to ioana: note` the customer's newest one. With
 * `ana decides` the offer's lines come to stand as they do at the end. Times rise strictly. Throws on a line of another form.
 */
export function readTranscript(transcript: string, now: number): readonly DemoLine[] {
  const read: DemoLine[] = [];
  for (const text of transcript.split("\n").map((line) => line.trim())) {
    if (text === "") continue;
    const line = readLine(text, now, secondsInto(read.length));
    const previous = read.at(-1);
    const isLater = previous === undefined || line.at > previous.at;
    read.push(isLater ? line : { ...line, at: previous.at + 1000 });
  }
  return read;
}

function readLine(line: string, now: number, offsetMs: number): DemoLine {
  const [, days, hours, minutes, minutesAgo, word, separator, rest = ""] = linePattern.exec(line) ?? [];
  const author = usernameOf(word);
  const said = separator === ": " ? readMessage(rest) : readAct(rest);
  if (author === undefined || said === null) throw new Error(`This is no line of a conversation: ${line}`);
  const minute =
    minutesAgo === undefined
      ? localTime(now, Number(days), Number(hours), Number(minutes))
      : now - Number(minutesAgo) * minuteMs;
  return { author, at: minute + offsetMs, ...said };
}

function readMessage(text: string): Said | null {
  const [, name, body = ""] = photoPattern.exec(text) ?? [];
  if (name === undefined) return { kind: "message", body: text, photo: null };
  return isDemoPhoto(name) ? { kind: "message", body, photo: name } : null;
}

function readAct(text: string): Said | null {
  const [, act, word, note = ""] = actPattern.exec(text) ?? [];
  if (act === "likes" || act === "takes over" || act === "releases" || act === "decides") return { kind: act };
  const to = usernameOf(word);
  return to === undefined ? null : { kind: "hands over", to, note };
}

const usernameOf = (word: string | undefined): DemoUsername | undefined =>
  demoPeople.find((person) => person.username === word)?.username;

/** Seconds and milliseconds of a line, uneven but the same at each loading: nobody writes on the full minute. */
function secondsInto(index: number): number {
  return ((index * 37 + 11) % 60) * 1000 + ((index * 389 + 127) % 1000);
}

/** The moment, in milliseconds since the epoch, that was so many days before `now` at a Romanian time of day. */
export function localTime(now: number, daysAgo: number, hours: number, minutes: number): number {
  const midnight = Math.floor((now + offsetMs) / dayMs) * dayMs - offsetMs;
  return midnight - daysAgo * dayMs + (hours * 60 + minutes) * minuteMs;
}
