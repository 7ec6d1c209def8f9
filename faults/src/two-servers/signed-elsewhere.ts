import { createCaller } from "../clients/http-caller.ts";
import { exactly, type Finding } from "../tabs/finding.ts";
import { type Holder, openTab, type Server, type Signature, type Tab } from "../tabs/tab.ts";

interface Signed {
  readonly tab: Tab;
  readonly signature: Signature | null;
}

/** LIVE-2, ROOM-6: uses one server's signatures at another server, which cannot learn that they were revoked. */
export interface SignedElsewhere {
  /** Uses the signatures from before the leave. Every one must be refused. */
  useAfterLeaving(): Promise<Finding[]>;
  /** Signs and subscribes members now, which must succeed. */
  useByMembers(): Promise<Finding[]>;
  close(): void;
}

/** Signs people who are about to leave, at the server to which they are not connected. */
export async function signElsewhere(
  servers: { readonly signing: Server; readonly listening: Server },
  channel: string,
  people: { readonly leaving: readonly Holder[]; readonly staying: readonly Holder[] },
): Promise<SignedElsewhere> {
  const open = async (holder: Holder): Promise<Signed> => {
    const tab = await openTab(servers.listening, holder);
    const http = createCaller({ address: servers.signing.address, token: holder.token });
    const body = { socket_id: tab.socket.socketId, channel_name: channel };
    const answer = await http.call("POST", "/api/broadcasting/auth", body);
    http.close();
    return { tab, signature: answer.kind === "answer" && answer.status === 200 ? answer.body : null };
  };
  const use = async ({ tab, signature }: Signed): Promise<boolean> =>
    signature !== null && (await tab.socket.subscribe(channel, signature));
  const before = await Promise.all(people.leaving.map(open));
  const opened = [...before];
  return {
    async useAfterLeaving() {
      const granted = await Promise.all(before.map(use));
      const frames = before.flatMap(({ tab }) => tab.events.filter((event) => event.channel === channel));
      return [
        exactly(
          "signatures of before the leave",
          before.filter(({ signature }) => signature !== null).length,
          before.length,
        ),
        exactly("of these, granted at the other server", granted.filter(Boolean).length, 0),
        exactly("of these, answered with one error", frames.length, before.length),
      ];
    },
    async useByMembers() {
      const now = await Promise.all(people.staying.map(open));
      opened.push(...now);
      const granted = await Promise.all(now.map(use));
      return [exactly("members who subscribed meanwhile", granted.filter(Boolean).length, people.staying.length)];
    },
    close() {
      for (const { tab } of opened) tab.close();
    },
  };
}
