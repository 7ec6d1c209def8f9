import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { medianOfThree, onThisMachine } from "@cuplaj/protocol/testing/calibration.ts";
import { startStopwatch } from "@cuplaj/protocol/testing/stopwatch.ts";
import { freePort } from "../testing/redis.ts";
import { testCertificate, testKey } from "../testing/certificate.ts";
import { initialisedFolder, startServerProcess, until } from "../testing/server-process.ts";

const upgrade =
  "GET /app/key HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";

function opened<S extends Socket>(socket: S): { socket: S; closed: Promise<void> } {
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  socket.resume();
  return { socket, closed: new Promise<void>((resolve) => socket.once("close", () => resolve())) };
}

test("[SEC-2f] silent or incomplete connections are cut on both ports, and a refused upgrade over TLS is closed", async () => {
  const DATA_DIR = initialisedFolder("empty");
  const [TLS_CERT_FILE, TLS_KEY_FILE] = [join(DATA_DIR, "cert.pem"), join(DATA_DIR, "key.pem")];
  writeFileSync(TLS_CERT_FILE, testCertificate);
  writeFileSync(TLS_KEY_FILE, testKey);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const ports = { PORT: String(port), TLS_PORT: String(tlsPort), TLS_CERT_FILE, TLS_KEY_FILE };
  const server = await startServerProcess({ DATA_DIR, DEMO: "0", ...ports });
  const descriptors = (): number => readdirSync(`/proc/${server.pid}/fd`).length;
  const before = descriptors();
  const cut = async (): Promise<number> => {
    const closes: Promise<void>[] = [];
    for (const openPort of [port, tlsPort]) {
      for (const text of ["", upgrade]) {
        const { socket, closed } = opened(connect(openPort, "127.0.0.1"));
        await once(socket, "connect");
        if (text !== "") socket.write(text);
        closes.push(closed);
      }
    }
    for (const text of ["", upgrade, `${upgrade}\r\n`]) {
      const { socket, closed } = opened(connectTls({ port: tlsPort, host: "127.0.0.1", rejectUnauthorized: false }));
      await once(socket, "secureConnect");
      if (text !== "") socket.write(text);
      closes.push(closed);
    }
    const elapsedMs = startStopwatch();
    await Promise.all(closes);
    return elapsedMs();
  };
  expect(await medianOfThree(cut)).toBeLessThan(onThisMachine(17_000));
  await until(() => (descriptors() <= before ? true : undefined));
});
