import { once } from "node:events";
import { createServer } from "node:net";
import { reasonOf, StartupProblem } from "./startup-problem.ts";

/** The port to listen on: the wanted one, or any free one for 0. Throws a StartupProblem when it is taken or not permitted. */
export async function freePort(host: string, wanted: number, setting: string): Promise<number> {
  const probe = createServer().listen(wanted, host);
  try {
    await once(probe, "listening");
  } catch (error) {
    throw portProblem(error, host, wanted, setting);
  }
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("a listening server has no port");
  return address.port;
}

/** The sentence for a port that cannot be listened on. */
export function portProblem(error: unknown, host: string, port: number, setting: string): StartupProblem {
  const reason = reasonOf(error);
  if (reason === "EADDRINUSE") {
    return new StartupProblem(
      `Port ${port} on ${host} is in use by another program: stop it or set ${setting} to another port.`,
    );
  }
  if (reason === "EACCES") {
    return new StartupProblem(`Port ${port} is not permitted for this user: set ${setting} to a port from 1024 on.`);
  }
  return new StartupProblem(`HOST ${host} with ${setting} ${port} cannot be listened on (${reason}).`);
}
