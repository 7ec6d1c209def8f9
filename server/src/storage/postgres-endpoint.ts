import { join } from "node:path";
import { freePort } from "../kernel/free-port.ts";

/** Where our own PostgreSQL listens: a Unix socket in its data folder, or a port of 127.0.0.1. */
export type PostgresEndpoint =
  | { readonly kind: "socket"; readonly host: string; readonly port: number }
  | { readonly kind: "loopback"; readonly host: "127.0.0.1"; readonly port: number };

/** Only names the socket's file; nothing listens on it. */
const socketPort = 5432;
/** The shortest limit among systems for the path of a Unix socket (macOS 104 with its end, Linux 108). */
const socketPathBytesMax = 103;

/** The socket lies in the data folder, which only its owner may enter; a folder with too long a name gets a port instead. */
export async function chooseEndpoint(dataFolder: string): Promise<PostgresEndpoint> {
  if (Buffer.byteLength(join(dataFolder, `.s.PGSQL.${socketPort}`)) <= socketPathBytesMax) {
    return { kind: "socket", host: dataFolder, port: socketPort };
  }
  return { kind: "loopback", host: "127.0.0.1", port: await freePort("127.0.0.1", 0, "DATA_DIR") };
}
