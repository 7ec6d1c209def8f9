import { type AddressInfo, connect, createServer } from "node:net";
import type { RelayCommand, RelayReport } from "./relay-messages.ts";

// Carries bytes between a port of loopback and a PostgreSQL that listens on a Unix socket only, in a process of its own.

const server = createServer({ noDelay: true }, (near) => {
  const far = connect(target);
  near.pipe(far).pipe(near);
  // One end of a pair takes the other with it.
  near.on("close", () => far.destroy()).on("error", () => far.destroy());
  far.on("close", () => near.destroy()).on("error", () => near.destroy());
});
let target = "";

process.on("message", (command) => {
  // The parent is the bench itself, which sends nothing but commands.
  target = (command as RelayCommand).socketFile;
  server.listen(0, "127.0.0.1", () => {
    // A listening TCP server has an address with a port.
    const report: RelayReport = { port: (server.address() as AddressInfo).port };
    process.send?.({ report });
  });
});
process.on("disconnect", () => process.exit(0));
