/** Gone files whose picture is shown on, until the stored one is loaded. */
const goneMax = 30;

/** Addresses in this page of the pictures of files that wait on the device. */
export function createLocalPictures() {
  const urls = new Map<string, { readonly of: Blob; readonly url: string }>();
  const listeners = new Set<() => void>();
  let gone: readonly string[] = [];

  function drop(id: string): void {
    URL.revokeObjectURL(urls.get(id)?.url ?? "");
    urls.delete(id);
  }

  return {
    show: (id: string, of: Blob): void => {
      if (urls.get(id)?.of === of) return;
      drop(id);
      urls.set(id, { of, url: URL.createObjectURL(of) });
      for (const listener of listeners) listener();
    },
    urlOf: (id: string): string | null => urls.get(id)?.url ?? null,
    drop,
    /** The file is gone; its picture is shown on for a while. */
    dropLater: (id: string): void => {
      gone = [...gone, id];
      for (const old of gone.slice(0, -goneMax)) drop(old);
      gone = gone.slice(-goneMax);
    },
    dropAll: (): void => {
      for (const id of [...urls.keys()]) drop(id);
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
