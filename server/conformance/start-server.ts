import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createNetServer, type Server } from "node:net";
import fastify from "fastify";
import { systemClock } from "../src/kernel/clock.ts";
import { createMemoryBus } from "../src/realtime/bus.ts";
import { RealtimeServer } from "../src/realtime/realtime-server.ts";
import { defaultRealtimeLimits, withoutRateLimits } from "../src/realtime/limits.ts";
import { type PusherApp, relayClientEvents } from "../src/realtime/realtime-options.ts";
import { realtimeRoutes } from "../src/realtime/routes.ts";

/** The specs of pusher-js contain these keys; ids and secrets are arbitrary. */
export const suiteApps = [
  { id: "1001", key: "c49a449b916bb4246729", secret: "conformance-secret-mt1", clientEvents: relayClientEvents },
  { id: "1002", key: "cb7d5e50f5669e5c9ae6", secret: "conformance-secret-eu", clientEvents: relayClientEvents },
] as const satisfies readonly PusherApp[];

export interface SuiteServer {
  readonly plainPort: number;
  readonly tlsPort: number;
  stop(): Promise<void>;
}

/** Starts the product's realtime server with its usual limits, except for rates per address, since all suites share one address. */
export async function startServer(certificate: { cert: string; key: string }): Promise<SuiteServer> {
  const realtime = new RealtimeServer({
    apps: suiteApps,
    bus: createMemoryBus().link(),
    clock: systemClock,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (fields, message) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
    },
    limits: withoutRateLimits(defaultRealtimeLimits),
    allowedOrigins: "any",
    addressOf: (request) => request.socket.remoteAddress ?? "",
  });
  const app = fastify({ serverFactory: (handler) => createServer(handler) });
  await app.register(realtimeRoutes(realtime, systemClock));
  await app.ready();
  const tls = createTlsServer(certificate, (request, response) => app.routing(request, response));
  for (const server of [app.server, tls]) {
    server.on("upgrade", (request, socket, head) => realtime.handleUpgrade(request, socket, head));
  }
  await app.listen({ port: 0, host: "127.0.0.1" });
  await new Promise<void>((resolve) => tls.listen(0, "127.0.0.1", resolve));
  return {
    plainPort: portOf(app.server),
    tlsPort: portOf(tls),
    async stop() {
      await realtime.close();
      tls.close();
      tls.closeAllConnections();
      await app.close();
    },
  };
}

export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createNetServer());
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))));
  const ports = servers.map(portOf);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function portOf(server: Server): number {
  const address = server.address() as AddressInfo;
  return address.port;
}
