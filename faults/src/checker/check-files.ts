import type { HistoryLine } from "../history/history-line.ts";
import type { HistoryIndex } from "./history-index.ts";
import type { Fault } from "./verdict.ts";

interface Came {
  readonly status: number;
  readonly bytes: number;
  readonly size: number | null;
  readonly sha256: string;
  readonly etag: string;
}

/** MSG-3: every visible message has its complete file, and the storage holds nothing else. */
export function checkFiles(history: HistoryIndex): Fault[] {
  const uploads = new Map(history.of("upload").map((line) => [line.key, line]));
  const downloads = history.of("download");
  return [
    ...lostFiles(history, uploads, downloads),
    ...downloads.flatMap((line) => wrongDownload(line, uploads.get(line.key))),
    ...strayObjects(history),
  ];
}

function lostFiles(
  history: HistoryIndex,
  uploads: ReadonlyMap<string | null, HistoryLine>,
  downloads: readonly HistoryLine[],
): Fault[] {
  const read = new Set(downloads.filter(({ kind }) => kind === "file").map(({ key }) => key));
  const deleted = new Set(history.of("delete").map(({ id }) => id));
  return [...history.sends.values()].flatMap((send): Fault[] => {
    const upload = uploads.get(send.key);
    if (upload === undefined || send.outcome !== "ok" || read.has(send.key)) return [];
    // MSG-7: the file of a deleted message is gone.
    if (send.lines.some(({ id }) => id !== null && deleted.has(id))) return [];
    const what = `file ${send.key} was acknowledged and no message of room ${send.room} has it`;
    return [
      { kind: "file-lost", what, slice: [upload, ...send.lines.filter(({ type }) => type === "ok").slice(0, 1)] },
    ];
  });
}

function wrongDownload(line: HistoryLine, upload: HistoryLine | undefined): Fault[] {
  const { status, bytes, size, sha256, etag } = line.value as Came;
  const slice = upload === undefined ? [line] : [upload, line];
  const which = `the ${line.kind} of message ${line.id}`;
  // While the product is broken a call may fail, but it must never return half a file.
  if (line.kind === "at-once" && (status === 0 || status === 503)) return [];
  if (status !== 200) return [{ kind: "file-lost", what: `${which} is answered ${status}`, slice }];
  if (size !== null && size !== bytes)
    return [{ kind: "file-torn", what: `${which} has ${bytes} bytes of ${size}`, slice }];
  return line.kind === "preview" || isRight(upload, sha256, etag)
    ? []
    : [{ kind: "file-torn", what: `${which} is not what was sent`, slice }];
}

/** Whether a file has the right content. Pictures are stored smaller than sent, so only the server's own hash can be compared. */
function isRight(upload: HistoryLine | undefined, sha256: string, etag: string): boolean {
  const isAsSent = upload === undefined || upload.kind !== "bytes" || upload.value === sha256;
  return isAsSent && etag === `"${sha256}"`;
}

/** After the sweep, every row must have an object and every object a row. */
function strayObjects(history: HistoryIndex): Fault[] {
  const [objects, rows] = [history.of("object"), history.of("file-row")];
  const without = (lines: readonly HistoryLine[], others: readonly HistoryLine[]): readonly HistoryLine[] => {
    const names = new Set(others.map(({ kind }) => kind));
    return lines.filter(({ kind }) => !names.has(kind));
  };
  const lost = without(rows, objects).map((line): Fault => ({
    kind: "file-lost",
    what: `the row of ${line.kind} has no object`,
    slice: [line],
  }));
  const stray = without(objects, rows).map((line): Fault => ({
    kind: "file-stray",
    what: `the object ${line.kind} has no row`,
    slice: [line],
  }));
  return [...lost, ...stray];
}
