import type { DeviceStorage } from "../platform/storage/device-storage.ts";
import type { StoredRows } from "../platform/storage/stored-rows.ts";

export interface FakeTab extends DeviceStorage {
  /** Holds back other tabs' changes until `goOn`, as a browser does for a frozen tab. */
  readonly freeze: () => void;
  readonly goOn: () => void;
}

/** Local storage shared by several tabs, and each tab is notified of the others' changes. With `refuses`, it stores nothing, as if full. */
export function createFakeDevice() {
  const values = new Map<string, string>();
  const mood = { refuses: false };
  const tabs: { readonly receive: (key: string, value: string | null) => void }[] = [];

  function openTab(): FakeTab {
    const listeners: ((key: string | null, value: string | null) => void)[] = [];
    const missed: (() => void)[] = [];
    let isFrozen = false;
    const self = {
      receive: (key: string, value: string | null): void => {
        const notify = (): void => {
          for (const listen of listeners) listen(key, value);
        };
        if (isFrozen) missed.push(notify);
        else queueMicrotask(notify);
      },
    };
    tabs.push(self);
    return {
      get: (key) => values.get(key) ?? null,
      set: (key, value) => {
        if ((values.get(key) ?? null) === value || (value !== null && mood.refuses)) return;
        if (value === null) values.delete(key);
        else values.set(key, value);
        for (const tab of tabs) if (tab !== self) tab.receive(key, value);
      },
      keys: () => [...values.keys()],
      onOtherTab: (listen) => void listeners.push(listen),
      freeze: () => {
        isFrozen = true;
      },
      goOn: () => {
        isFrozen = false;
        for (const notify of missed.splice(0)) notify();
      },
    };
  }

  return { values, mood, openTab };
}

/** A device's database. In the mood `fails` it rejects every call, and in the mood `hangs` it never responds. */
export function createFakeDatabase() {
  const rows = new Map<number, { readonly owner: string; readonly id: string; readonly value: unknown }>();
  const state: { mood: "good" | "fails" | "hangs" } = { mood: "good" };
  const positionOf = (id: string): number | undefined => [...rows].find(([, row]) => row.id === id)?.[0];
  async function answer<Value>(give: () => Value): Promise<Value> {
    if (state.mood === "hangs") await new Promise(() => undefined);
    if (state.mood === "fails") throw new DOMException("Full.", "QuotaExceededError");
    return give();
  }
  let last = 0;
  const database: StoredRows = {
    put: (row) => answer(() => void rows.set(positionOf(row.id) ?? (last += 1), row)),
    remove: (id) => answer(() => void rows.delete(positionOf(id) ?? 0)),
    texts: () => answer(() => [...rows.values()].map((row) => JSON.stringify(row))),
    all: (owner) =>
      answer(() =>
        [...rows]
          .filter(([, row]) => row.owner === owner)
          .map(([position, { id, value }]) => ({ id, position, value })),
      ),
  };
  return { database, rows, state };
}
