import { fetchFile, type FileRequest, isReadByCookie } from "../../platform/files/fetch-file.ts";
import { saveBlob, type NewTab, openTab } from "../../platform/page/open-outside.ts";
import { sendHttp } from "../../platform/http.ts";
import type { Outside } from "../../state/part.ts";
import type { ApiClient, CallResult } from "../../api/api-client.ts";
import type { CallError, MessageFile } from "../../state/entities.ts";
import type { Dispatch } from "../../state/store.ts";
import type { AppEvent, Runners } from "../../state/shape.ts";
import { fileKindOf } from "../../state/files/file-kind.ts";
import type { FilesEffects } from "../../state/files/files-shape.ts";

const progressStepBytes = 128 * 1024;

const ticketMs = 15_000;
const openedMs = 60_000;

export type FetchEffects = Exclude<keyof FilesEffects, "call-room-files" | "recheck-storage">;

/** A new download of a path aborts the previous one. */
export function fetchRunners(outside: Outside): Runners<FetchEffects> {
  const { load, forget } = createDownloads(outside);
  const { api, store } = outside;

  /** Opens a file by its path if the browser sends the ticket's cookie; otherwise loads its bytes into memory. */
  async function open({ path }: MessageFile, show: (source: string) => AppEvent, tab: NewTab | null = null) {
    const isByCookie = (await askTicket(api, path)) && (await isReadByCookie(path));
    if (store.getState().fileWork[path] === undefined) return;
    if (isByCookie) return store.dispatch(show(path));
    return load(path, workKey(path), (result) => {
      if (result.ok) return show(URL.createObjectURL(result.value));
      tab?.close();
      return workFailed(path, result.error);
    });
  }

  function save({ path, name }: MessageFile): void {
    void load(path, workKey(path), (result) => {
      if (!result.ok) return workFailed(path, result.error);
      saveBlob(result.value, name);
      return { type: "files/work-over", path };
    });
  }

  function show(file: MessageFile): void {
    const { path } = file;
    if (fileKindOf(file.type) !== "pdf") return void open(file, (source) => ({ type: "files/playable", path, source }));
    // Opens the tab during the press: later the browser would block it.
    const tab = openTab();
    const goTo = (source: string): AppEvent => {
      tab?.goTo(source);
      if (source.startsWith("blob:")) outside.clock.later(openedMs, () => URL.revokeObjectURL(source));
      return { type: "files/work-over", path };
    };
    void open(file, goTo, tab);
  }

  return {
    "load-picture": ({ path }) =>
      void load(path, path, (result) =>
        result.ok
          ? { type: "files/picture-loaded", path, source: URL.createObjectURL(result.value), bytes: result.value.size }
          : { type: "files/picture-failed", path, error: result.error },
      ),
    "forget-picture": ({ path, source }) => forget(path, source),
    "fetch-file": ({ phase, file }) => (phase === "saving" ? save(file) : show(file)),
    "end-file-work": ({ path, source }) => forget(workKey(path), source),
  };
}

const workKey = (path: string): string => `work ${path}`;

function createDownloads({ api, store }: Outside) {
  const downloads = new Map<string, AbortController>();

  async function load(path: string, key: string, eventOf: (result: CallResult<Blob>) => AppEvent): Promise<void> {
    downloads.get(key)?.abort();
    const ending = new AbortController();
    downloads.set(key, ending);
    const result = await download(api, path, { signal: ending.signal, onProgress: reporter(store.dispatch, path) });
    if (ending.signal.aborted) return;
    downloads.delete(key);
    store.dispatch(eventOf(result));
  }

  function forget(key: string, source: string | null): void {
    downloads.get(key)?.abort();
    downloads.delete(key);
    if (source?.startsWith("blob:") === true) URL.revokeObjectURL(source);
  }

  return { load, forget };
}

/** Requests the cookie that a player needs for a file's path. Returns whether the server set it. */
async function askTicket(api: ApiClient, path: string): Promise<boolean> {
  const ticket = await api.authorized<unknown>(async (headers) =>
    isOwnPath(path) ? await sendHttp({ method: "POST", path, headers, body: null, timeoutMs: ticketMs }) : nowhere,
  );
  return ticket.ok;
}

/** Downloads only from our own origin, since the request carries the token. */
const download = (api: ApiClient, path: string, options: Pick<FileRequest, "signal" | "onProgress">) =>
  api.authorized<Blob>(async (headers) => {
    if (!isOwnPath(path)) return nowhere;
    const outcome = await fetchFile({ path, headers, ...options });
    return outcome.kind === "file" ? { kind: "done", value: outcome.file } : outcome;
  });

const nowhere = { kind: "offline" } as const;
const isOwnPath = (path: string): boolean => /^\/(?![\\/])/.test(path);

function reporter(dispatch: Dispatch, path: string): (bytes: number) => void {
  let reportedBytes = 0;
  return (doneBytes) => {
    if (doneBytes - reportedBytes < progressStepBytes) return;
    reportedBytes = doneBytes;
    dispatch({ type: "files/progressed", path, doneBytes });
  };
}

const workFailed = (path: string, error: CallError): AppEvent => ({ type: "files/work-failed", path, error });
