import { once } from "node:events";
import { createServer } from "node:net";
import { reasonOf, StartupProblem } from "./startup-problem.ts";

interface HeldPort {
  readonly port: number;
  readonly release: () => Promise<void>;
}

/** Holds a port until `release`, so that proxies fail over; 0 means any free port. Throws a StartupProblem if the port is taken or forbidden. */
export async function holdPort(host: string, wanted: number, setting: string): Promise<HeldPort> {
  const holder = createServer((socket) => socket.destroy()).listen(wanted, host);
  try {
    await once(holder, "listening");
  } catch (error) {
    throw portProblem(error, host, wanted, setting);
  }
  // The holder must not keep the process alive after a failed startup.
  holder.unref();
  const address = holder.address();
  if (address === null || typeof address === "string") throw new Error("a listening server has no port");
  const release = (): Promise<void> => new Promise((resolve) => holder.close(() => resolve()));
  if (wanted !== 0) await release();
  return { port: address.port, release };
}

/** Returns a free port without holding it; throws as `holdPort` does. */
export async function freePort(host: string, wanted: number, setting: string): Promise<number> {
  const held = await holdPort(host, wanted, setting);
  await held.release();
  return held.port;
}

export function portProblem(error: unknown, host: string, port: number, setting: string): StartupProblem {
  const reason = reasonOf(error);
  if (reason === "EADDRINUSE") {
    return new StartupProblem(
      `Port ${port} on ${host} is in use by another program: stop it or set ${setting} to another port.`,
    );
  }
  if (reason === "EACCES") {
    return new StartupProblem(`Port ${port} is not permitted for this user: set ${setting} to 1024 or higher.`);
  }
  return new StartupProblem(`Cannot listen on HOST ${host} with ${setting} ${port} (${reason}).`);
}
