import { describe, expect, test } from "vitest";
import { type EndpointName, endpoints } from "@cuplaj/protocol/endpoints.ts";
import { channelRows } from "../testing/access/channels.ts";
import { type ActorName, columns, nonces, openAccessStage } from "../testing/access/stage.ts";
import { asksOf } from "../testing/calls/ask.ts";
import { callRows } from "../testing/calls/call-rows.ts";

const stage = await openAccessStage();
/** These calls come last, since they change the state that the other calls need. */
const lastNames: readonly EndpointName[] = ["deleteMessage", "joinRoom", "leaveRoom", "logout"];
const calls = asksOf(callRows, stage.subjects).toSorted(
  (a, b) => lastNames.indexOf(a.name) - lastNames.indexOf(b.name),
);
const channels = channelRows(stage);

const roomHiddenFrom: readonly ActorName[] = [
  "customer",
  "agent",
  "noRoles",
  "lostRole",
  "nobody",
  "expired",
  "disabled",
];
const offerHiddenFrom: readonly ActorName[] = roomHiddenFrom.filter((actor) => actor !== "agent");

type Statuses = Readonly<Record<string, number>>;
const expectedOf = (statuses: string): Statuses => {
  const each = Object.fromEntries(columns.map((actor, at) => [actor, Number(statuses.split(" ")[at])]));
  return { ...each, expired: each["nobody"] ?? 0, disabled: each["nobody"] ?? 0 };
};

interface Answers {
  readonly statuses: Statuses;
  readonly bodies: Readonly<Record<string, string>>;
}
async function askAll({
  name,
  url,
  body,
  headers,
}: Omit<(typeof calls)[number], "method" | "statuses">): Promise<Answers> {
  const all: [actor: string, status: number, body: string][] = [];
  for (const [actor, person] of Object.entries(stage.actors)) {
    const answer = await stage.call(person, endpoints[name].method, url, body, headers);
    const said = answer.status < 400 ? answer.body : { ...answer.body, request_id: "" };
    all.push([actor, answer.status, JSON.stringify(said)]);
  }
  return {
    statuses: Object.fromEntries(all.map(([actor, status]) => [actor, status])),
    bodies: Object.fromEntries(all.map(([actor, , text]) => [actor, text])),
  };
}

const readersOf = ({ bodies }: Answers, nonce: string, among: readonly ActorName[]): readonly ActorName[] =>
  among.filter((actor) => bodies[actor]?.includes(nonce));

describe("permissions", () => {
  test("[PERM-1] readers with the permission see the contents", async () => {
    const { bodies } = await askAll({ name: "viewOffer", url: "/api/v1/oferta/10001" });
    const readers = Object.keys(bodies).filter((actor) => bodies[actor]?.includes(nonces.offer));
    expect(readers).toEqual(columns.filter((actor) => !offerHiddenFrom.includes(actor)));
  });

  test.each(channels)("[PERM-1][LIVE-2] the channel $channel", async ({ channel, statuses }) => {
    const body = { socket_id: "123.456", channel_name: channel };
    const one = await askAll({ name: "authorizeChannel", url: "/api/broadcasting/auth", body });
    expect(one.statuses).toEqual(expectedOf(statuses));
    const batch = { socket_id: "123.456", channel_names: [channel] };
    const many = await askAll({ name: "authorizeChannels", url: "/api/broadcasting/auth/batch", body: batch });
    const signed = Object.keys(one.statuses).filter((actor) => one.statuses[actor] === 200);
    expect(Object.keys(many.bodies).filter((actor) => many.bodies[actor]?.includes('"auth":'))).toEqual(signed);
  });

  test.each(calls)("[PERM-1][ERR-2] $name $url", async ({ statuses, ...row }) => {
    const answers = await askAll(row);
    expect(answers.statuses).toEqual(expectedOf(statuses));
    expect(readersOf(answers, nonces.room, roomHiddenFrom)).toEqual([]);
    // Joining the room of an offer reveals that offer.
    if (row.name !== "joinRoom") expect(readersOf(answers, nonces.offer, offerHiddenFrom)).toEqual([]);
    // Absent and hidden things must get the same response.
    const absent = Object.keys(answers.bodies).filter((actor) => answers.statuses[actor] === 404);
    expect(new Set(absent.map((actor) => answers.bodies[actor])).size).toBeLessThanOrEqual(1);
  });
});
