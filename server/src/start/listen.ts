import type { Server } from "node:http";
import { createServer as createHttpsServer, type Server as SecureServer } from "node:https";
import type { Clock } from "../kernel/clock.ts";
import type { Config } from "../settings/config.ts";
import { holdPort, portProblem } from "../kernel/free-port.ts";
import type { Log } from "../kernel/log.ts";
import type { SecurityLog } from "../kernel/security-log.ts";
import type { AnswerHeaders } from "../http/answer-headers.ts";
import { answerExpectations, answerUnreadable } from "../http/answer-unreadable.ts";
import type { App } from "../http/app.ts";
import { type AddressBounds, connectionOptions, guardConnections } from "../http/connections.ts";
import { connectionsMax } from "./open-files.ts";
import { hostNames, type Reach } from "../settings/page-origins.ts";
import { type Certificate, readCertificate } from "../settings/read-certificate.ts";
import type { RealtimeServer } from "../realtime/realtime-server.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { isLoopbackHost } from "../settings/settings.ts";

interface Listening {
  readonly config: Config;
  readonly clock: Clock;
  readonly reach: Reach;
  readonly releasePorts: () => Promise<void>;
  readonly answerHeaders: AnswerHeaders;
  readonly certificate: Certificate | null;
  readonly security: SecurityLog;
  readonly log: Log;
}

const tlsHandshakeMs = 10_000;
const tlsOptions = { minVersion: "TLSv1.2" } as const;

interface Listeners {
  readonly servers: readonly Server[];
  /** Reloads the certificate; keeps the current one if the files are invalid. */
  readonly renewCertificate: () => void;
}

interface ChosenReach {
  readonly reach: Reach;
  /** Releases the ports, in order to listen on them or to give up. */
  readonly releasePorts: () => Promise<void>;
}

/** Finds and holds the ports before anything depends on them. With TLS, the plain port serves only this machine. */
export async function chooseReach(config: Config): Promise<ChosenReach> {
  const plain = await holdPort(plainHost(config), config.port, "PORT");
  const tls = config.tls === null ? null : await holdPort(config.host, config.tls.port, "TLS_PORT");
  return {
    reach: { host: config.host, port: plain.port, tlsPort: tls?.port ?? null, publicUrl: config.publicUrl },
    releasePorts: async () => void (await Promise.all([plain.release(), tls?.release()])),
  };
}

function plainHost(config: Config): string {
  return config.tls === null || isLoopbackHost(config.host) ? config.host : "127.0.0.1";
}

export async function listen(app: App, serving: Listening, realtime: RealtimeServer): Promise<Listeners> {
  const { config, clock, reach, certificate } = serving;
  const plain = { host: plainHost(config), port: reach.port };
  await serving.releasePorts();
  await app.listen({ ...plain, listenTextResolver: () => "listening" }).catch((error: unknown) => {
    throw portProblem(error, plain.host, plain.port, "PORT");
  });
  const servers: Server[] = [app.server];
  let secure: SecureServer | null = null;
  if (certificate !== null && reach.tlsPort !== null) {
    secure = await listenSecurely(app, serving, certificate, reach.tlsPort);
    servers.push(secure);
  }
  const most = Math.floor(connectionsMax() / servers.length);
  for (const server of servers) {
    server.maxConnections = most;
    server.on("upgrade", (request, socket, head) => realtime.handleUpgrade(request, socket, head));
  }
  guardConnections(servers, { clock, bounds: boundsOf(serving) });
  return { servers, renewCertificate: () => renewCertificate(secure, serving) };
}

/** RUN-5d: replaces the certificate for new connections; open ones keep theirs. */
function renewCertificate(server: SecureServer | null, { config, log }: Listening): void {
  try {
    const renewed = readCertificate(config);
    if (server === null || renewed === null) return log.info("SIGHUP: there is no certificate to reload");
    server.setSecureContext({ ...renewed, ...tlsOptions });
    log.info("SIGHUP: the certificate was reloaded");
  } catch (error) {
    log.error({ reason: reasonOf(error) }, "SIGHUP: the previous certificate stays in use");
  }
}

/** Null behind a proxy, since all connections then come from the proxy's address. */
function boundsOf({ config: { isLimited, trustedProxies, limits }, security }: Listening): AddressBounds | null {
  if (!isLimited || trustedProxies > 0) return null;
  return {
    connectionsMax: limits.realtime.socketsPerAddressMax,
    pendingMax: limits.handshakesPending,
    onCut: (reason, from) => security.note("limit.met", { who: null, what: `sockets.${reason}`, from }),
  };
}

async function listenSecurely(
  app: App,
  { config: { host, allowedOrigins }, reach, answerHeaders }: Listening,
  certificate: Certificate,
  port: number,
): Promise<SecureServer> {
  const tls = { ...certificate, ...tlsOptions, handshakeTimeout: tlsHandshakeMs };
  const server = createHttpsServer({ ...connectionOptions(hostNames(reach, allowedOrigins)), ...tls });
  server.keepAliveTimeout = app.server.keepAliveTimeout;
  server.on("request", (request, response) => app.routing(request, response));
  server.on("clientError", answerUnreadable(answerHeaders));
  answerExpectations(server, answerHeaders);
  return await new Promise((resolve, reject) => {
    server.once("error", (error) => reject(portProblem(error, host, port, "TLS_PORT")));
    server.listen(port, host, () => resolve(server));
  });
}
