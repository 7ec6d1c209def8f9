import { demoPeople, type DemoUsername } from "./content/people.ts";
import { type DemoPhoto, isDemoPhoto } from "./photos/demo-photos.ts";

/** `at` in ms since the epoch. */
export type DemoLine = { readonly author: DemoUsername; readonly at: number } & Said;
type Said =
  | { readonly kind: "message"; readonly body: string; readonly photo: DemoPhoto | null }
  | { readonly kind: "likes" | "takes over" | "releases" | "decides" }
  | { readonly kind: "hands over"; readonly to: DemoUsername; readonly note: string };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Romanian standard time; an hour off in summer, which nobody notices in a demo. */
const offsetMs = 120 * minuteMs;
const linePattern = /^(?:(\d+)d (\d\d):(\d\d)|-(\d+)m) ([a-z]+)(: | )(.+)$/u;
const photoPattern = /^\[([a-z-]+)\] ?(.*)$/u;
const actPattern = /^(?:(likes|takes over|releases|decides)|hands over to ([a-z]+): (.+))$/u;

/**
 * Parses one message or act per line, oldest first. `2d 08:12 ana: text` is two days before `now` at that Romanian time, `-14m radu: text`
 * fourteen minutes before. `ana: [curea] text` has a photo, `ana: [curea]` only a photo. `radu likes` refers to the message above; `radu
 * takes over`, `radu releases` and `radu hands over to ioana: note` to the customer's latest message. `ana decides` gives the offer's
 * lines their final status. Times must ascend strictly; a malformed line throws.
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

/** Returns uneven but deterministic seconds, since people do not write exactly on the minute. */
function secondsInto(index: number): number {
  return ((index * 37 + 11) % 60) * 1000 + ((index * 389 + 127) % 1000);
}

/** Converts a Romanian time of day, some days before `now`, to ms since the epoch. */
export function localTime(now: number, daysAgo: number, hours: number, minutes: number): number {
  const midnight = Math.floor((now + offsetMs) / dayMs) * dayMs - offsetMs;
  return midnight - daysAgo * dayMs + (hours * 60 + minutes) * minuteMs;
}
