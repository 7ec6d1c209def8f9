import { createServer, type Server } from "node:http";
import { systemClock } from "../../kernel/clock.ts";
import { type Bus, createMemoryBus } from "../../realtime/bus.ts";
import { RealtimeServer } from "../../realtime/realtime-server.ts";
import { defaultRealtimeLimits, type RealtimeLimits, withoutRateLimits } from "../../realtime/limits.ts";
import type { PusherApp, RealtimeHooks } from "../../realtime/realtime-options.ts";
import { silentLog, testApp } from "./core.ts";
import { LiveClient, type LiveClientOptions } from "./live-client.ts";

export interface LiveChanges {
  readonly apps?: readonly PusherApp[];
  /** Added to the limits without rates, since all clients of a test share one address. */
  readonly limits?: Partial<RealtimeLimits>;
  readonly bus?: Bus;
  readonly allowedOrigins?: "any" | readonly string[];
  readonly hooks?: RealtimeHooks;
}

export interface LiveServer {
  readonly port: number;
  readonly http: Server;
  readonly realtime: RealtimeServer;
  connect(options?: LiveClientOptions): Promise<LiveClient>;
  open(options?: LiveClientOptions): LiveClient;
  readonly stop: () => Promise<void>;
}

export async function startLiveServer(changes: LiveChanges = {}): Promise<LiveServer> {
  const realtime = new RealtimeServer({
    apps: changes.apps ?? [testApp],
    bus: changes.bus ?? createMemoryBus().link(),
    clock: systemClock,
    log: silentLog,
    limits: { ...withoutRateLimits(defaultRealtimeLimits), leaveGraceMs: 100, ...changes.limits },
    allowedOrigins: changes.allowedOrigins ?? "any",
    addressOf: (request) => request.socket.remoteAddress ?? "",
    hooks: changes.hooks ?? {},
  });
  const http = createServer((_request, response) => response.end("ok"));
  http.on("upgrade", (request, socket, head) => realtime.handleUpgrade(request, socket, head));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const open = (options?: LiveClientOptions) => new LiveClient(port, options);
  return {
    port,
    http,
    realtime,
    open,
    async connect(options) {
      const client = open(options);
      await client.established();
      return client;
    },
    stop: async () => {
      await realtime.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
