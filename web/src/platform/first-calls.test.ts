import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test, vi } from "vitest";
import { createApiClient } from "../api/api-client.ts";
import { dropFirstCalls, sendHttp } from "./http.ts";

const script = readFileSync(new URL("../../public/first-calls.js", import.meta.url), "utf8");

interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const files = {
  first: ["/first.js"],
  ro: ["/ro.js"],
  en: ["/en.js"],
  list: ["/list.js", "/list.css"],
  conversation: ["/conversation.js"],
  "sign-in": ["/sign-in.js"],
  fonts: ["/font.woff2"],
};

interface Link {
  readonly rel: string;
  readonly as?: string;
  readonly href: string;
}

const room = (of: object = {}) => ({ chats: [{ id: 12, unread_count: 0, read_seq: 7, ...of }] });

function openHead(
  address: string,
  stored: Readonly<Record<string, string | undefined>> | "blocked",
  answer: object = room(),
) {
  const sent: Sent[] = [];
  const links: string[] = [];
  const { pathname, search } = new URL(address, "https://cuplaj.example");
  const fetch = async (path: string, { headers }: { headers: Sent["headers"] }): Promise<Response> => {
    sent.push({ path, headers });
    return Response.json(answer);
  };
  vi.stubGlobal("fetch", fetch);
  const getItem = (key: string): string | null => {
    if (stored === "blocked") throw new Error("blocked");
    const { token } = stored;
    return { ...(token !== undefined && { "cuplaj.user": "{}" }), ...stored }[key] ?? null;
  };
  const page = {
    ...{ fetch, Response, AbortSignal, URLSearchParams, Map, JSON },
    document: {
      documentElement: { lang: stored !== "blocked" && stored["language"] === "en" ? "en" : "ro" },
      createElement: () => ({ addEventListener: (type: string, end: () => void) => type === "load" && end() }),
      head: {
        append: (link: Link) => {
          links.push([link.rel, link.as ?? "script", link.href].join(" "));
        },
      },
    },
    localStorage: { getItem },
    location: { pathname, search },
    firstCalls: undefined,
  };
  runInNewContext(script.replace("{}", JSON.stringify(files)), page);
  vi.stubGlobal("firstCalls", page.firstCalls);
  return { sent, links };
}

const apiOf = (token: string | null, language: "ro" | "en" = "ro") =>
  createApiClient({ send: sendHttp, token: () => token, language: () => language, onRejected: () => undefined });

afterEach(() => vi.unstubAllGlobals());

test("[PERF-1h] the page takes the responses to the head's requests, each once", async () => {
  const { sent } = openHead("/view/10001", { token: "secret", language: "en" });
  await vi.waitFor(() => expect(sent).toHaveLength(5));
  const { call } = apiOf("secret", "en");
  const ask = () => [
    apiOf(null, "en").call("settings"),
    call("me"),
    call("listRooms", { params: { page: 1 }, query: { filter: "all" } }),
    call("viewRoom", { params: { channelId: "oferta.10001" } }),
    call("listMessages", { params: { roomId: "12", page: 1 }, query: {} }),
  ];
  expect(await Promise.all(ask())).toEqual(Array.from({ length: 5 }, () => ({ ok: true, value: room() })));
  expect(sent).toHaveLength(5);
  await Promise.all(ask());
  expect(sent.slice(5)).toEqual(sent.slice(0, 5));
  expect(JSON.stringify(sent.map(({ path }) => path))).not.toContain("secret");
});

test.each([
  ["/view/oferta.10001", {}, ""],
  ["/view/cerere.31", {}, ""],
  ["/view/10001", { unread_count: 2 }, "?around_seq=8"],
  ["/view/10001", { unread_count: 2, read_seq: 0 }, ""],
  ["/view/10001?m=3&embed=1", { unread_count: 2 }, "?around_seq=3"],
  ["/view/10001?m=3%26page=9", { unread_count: 2 }, "?around_seq=8"],
])("[PERF-1h] at %s, of a room with %j, the head requests the history%3$s", async (address, of, query) => {
  const { sent } = openHead(address, { token: "a" }, room(of));
  await vi.waitFor(() => expect(sent.at(-1)?.path).toBe(`/api/v1/chat/12/1${query}`));
});

test.each([
  ["/", { token: "a" }, ["settings", "me", "all/1?filter=all"]],
  ["/search", { token: "a" }, ["settings", "me", "all/1?filter=all"]],
  ["/view/cerere.31", { token: "a" }, ["settings", "me", "all/1?filter=all", "chat/cerere.31"]],
  ["/join/10001", { token: "a" }, ["settings", "me", "all/1?filter=all"]],
  ["/view/another%20name", { token: "a" }, ["settings", "me", "all/1?filter=all"]],
  ["/login", {}, ["settings"]],
  ["/view/10001", {}, ["settings"]],
  ["/view/10001", { token: "a", "cuplaj.user": undefined }, ["settings"]],
  ["/view/10001", "blocked", []],
] as const)("[PERF-1h] at %s, with %j stored, the head requests %j", (address, stored, paths) => {
  const { sent } = openHead(address, stored);
  expect(sent.map(({ path }) => path)).toEqual(paths.map((path) => `/api/v1/${path}`));
});

const list = ["modulepreload script /list.js", "preload style /list.css", "modulepreload script /first.js"];

test.each([
  ["/view/10001", { token: "a" }, ["modulepreload script /ro.js", ...list, "modulepreload script /conversation.js"]],
  ["/join/name", { token: "a" }, ["modulepreload script /ro.js", ...list, "modulepreload script /conversation.js"]],
  ["/search", { token: "a", language: "en" }, ["modulepreload script /en.js", ...list]],
])(
  "[PERF-1h] at %s, with %j stored, the head loads the needed files, and then the fonts",
  async (address, stored, files) => {
    const { links } = openHead(address, stored);
    await vi.waitFor(() => expect(links).toEqual([...files, "preload font /font.woff2"]));
  },
);

test("[PERF-1h] for a signed-out visitor the head loads the sign-in", () => {
  expect(openHead("/view/10001", {}).links).toEqual([
    "modulepreload script /ro.js",
    "modulepreload script /sign-in.js",
  ]);
});

test("[PERF-1h] another person's response is ignored, and so is an outdated one", async () => {
  const { sent } = openHead("/", { token: "a" });
  await apiOf("b").call("me");
  await apiOf("a", "en").call("me");
  expect(sent).toHaveLength(5);
  dropFirstCalls();
  await apiOf("a").call("me");
  expect(sent).toHaveLength(6);
});
