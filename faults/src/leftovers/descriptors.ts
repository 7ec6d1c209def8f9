import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

export interface Descriptors {
  /** Connections from clients, on ports where the process listens. */
  readonly clients: number;
  /** Other connections that the kernel knows of: to PostgreSQL and Redis, and the process's own input and output. */
  readonly outgoing: number;
  /** Files, pipes, listeners, and sockets that are still open although their connection is gone. */
  readonly others: number;
}

export function descriptorsOf(pid: number): Descriptors {
  const connections = connectionsOf(pid);
  const inodes = openSockets(pid);
  const listened = new Set(
    inodes.sockets.flatMap((inode) => {
      const connection = connections.get(inode);
      return connection?.isListening === true ? [connection.localPort] : [];
    }),
  );
  let [clients, outgoing, others] = [0, 0, inodes.others];
  for (const inode of inodes.sockets) {
    const connection = connections.get(inode);
    if (connection === undefined || connection.isListening) others += 1;
    else if (listened.has(connection.localPort)) clients += 1;
    else outgoing += 1;
  }
  return { clients, outgoing, others };
}

interface Connection {
  /** The local port; null for a Unix socket. */
  readonly localPort: number | null;
  readonly isListening: boolean;
}

function openSockets(pid: number): { readonly sockets: readonly string[]; readonly others: number } {
  const folder = `/proc/${pid}/fd`;
  const sockets: string[] = [];
  let others = 0;
  for (const name of readdirSync(folder)) {
    const target = targetOf(join(folder, name));
    const inode = target === null ? undefined : /^socket:\[(\d+)\]$/u.exec(target)?.[1];
    if (inode !== undefined) sockets.push(inode);
    else if (target !== null) others += 1;
  }
  return { sockets, others };
}

function targetOf(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}

const tcpListen = "0A";
const unixAccepts = "00010000";

/** The connections in the process's network namespace, by inode. */
function connectionsOf(pid: number): ReadonlyMap<string, Connection> {
  const tcp = ["tcp", "tcp6"].flatMap((kind) =>
    tableOf(pid, kind).map(([, local = "", , state, , , , , , inode = ""]): [string, Connection] => {
      const localPort = Number.parseInt(local.slice(local.indexOf(":") + 1), 16);
      return [inode, { localPort, isListening: state === tcpListen }];
    }),
  );
  const unix = tableOf(pid, "unix").map(([, , , flags, , , inode = ""]): [string, Connection] => [
    inode,
    { localPort: null, isListening: flags === unixAccepts },
  ]);
  return new Map([...tcp, ...unix]);
}

function tableOf(pid: number, kind: string): readonly (readonly string[])[] {
  const file = `/proc/${pid}/net/${kind}`;
  if (!existsSync(file)) return [];
  const [, ...lines] = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => line.trim().split(/\s+/u));
}
