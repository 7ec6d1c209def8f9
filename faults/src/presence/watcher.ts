import { type Holder, openTab, type Server, type Tab } from "../tabs/tab.ts";

interface Movement {
  readonly kind: "joining" | "leaving";
  readonly at: number;
}

export interface Watcher {
  readonly tab: Tab;
  movements(personId: number, from: number): readonly Movement[];
  /** The people who are present, according to the list at subscription and every change since. */
  present(): ReadonlySet<number>;
}

const kinds: Readonly<Record<string, Movement["kind"]>> = {
  "pusher_internal:member_added": "joining",
  "pusher_internal:member_removed": "leaving",
};

export async function startWatcher(server: Server, holder: Holder, channel: string): Promise<Watcher> {
  const tab = await openTab(server, holder, [channel]);
  return {
    tab,
    movements: (personId, from) =>
      tab.events.flatMap(({ at, event, data }) => {
        const kind = kinds[event];
        return kind !== undefined && at >= from && idOf(data) === personId ? [{ kind, at }] : [];
      }),
    present() {
      const ids = new Set<number>();
      for (const { event, data } of tab.events) {
        if (event === "pusher_internal:subscription_succeeded") for (const id of here(data)) ids.add(id);
        if (kinds[event] === "joining") ids.add(idOf(data));
        if (kinds[event] === "leaving") ids.delete(idOf(data));
      }
      return ids;
    },
  };
}

const idOf = (data: unknown): number => Number((data as { user_id?: string } | null)?.user_id);

const here = (data: unknown): number[] =>
  ((data as { presence?: { ids?: string[] } } | null)?.presence?.ids ?? []).map(Number);
