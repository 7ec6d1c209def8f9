import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { App } from "../http/app.ts";
import { done } from "../kernel/outcome.ts";
import { goodToken, startTestApp } from "./test-app.ts";
import { someUser as user } from "./some-user.ts";

/** Starts a real server with two calls for one person: `channels` returns the texts of `say` in turn, and `me` waits for `answer`. */
export async function startPiling({
  say = [""],
  reads = 1000,
  stillMs = 20_000,
  found = null as Promise<void> | null,
} = {}) {
  const seen = { identified: 0, me: 0, channels: 0 };
  const answer = Promise.withResolvers<void>();
  const { app, clock, port } = await startTestApp({
    reads,
    stillMs,
    async identifyCaller() {
      seen.identified += 1;
      if (found !== null) await found;
      return { user, session: "one", isProgram: false };
    },
    hostNames: new Set(["a"]),
    addRoutes(route) {
      route(endpoints.me, async () => {
        seen.me += 1;
        await answer.promise;
        return done({ status: 200, body: { user } });
      });
      route(endpoints.listChannels, async () => {
        const name = say[seen.channels % say.length] ?? "";
        seen.channels += 1;
        const entry = {
          id: 1,
          channel: "",
          private: 0,
          presence: 0,
          kind: "user",
          unread_count: 0,
          last_seq: 0,
        } as const;
        return done({ status: 200, body: { channels: [{ ...entry, name }] } });
      });
    },
  });
  return { app, clock, seen, answer: answer.resolve, open: () => openSocket(port) };
}

interface TestSocket {
  readonly socket: Socket;
  readonly text: () => string;
  readonly ended: Promise<void>;
  readonly ask: (path: string, count?: number, host?: string) => void;
}

function openSocket(port: number): TestSocket {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.on("error", () => undefined);
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const head = (path: string, host: string): string =>
    `GET /api/v1/${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${goodToken}\r\n\r\n`;
  const ask: TestSocket["ask"] = (path, count = 1, host = "a") => void socket.write(head(path, host).repeat(count));
  return { socket, ended, text: () => text, ask };
}

export const connectionsOf = ({ server }: App): Promise<number> => promisify(server.getConnections.bind(server))();
