import { type AddressInfo, connect, createServer } from "node:net";
import type { RelayCommand, RelayReport } from "./relay-messages.ts";

// Relays between a loopback port and PostgreSQL's Unix socket, in its own process.

const server = createServer({ noDelay: true }, (near) => {
  const far = connect(target);
  near.pipe(far).pipe(near);
  near.on("close", () => far.destroy()).on("error", () => far.destroy());
  far.on("close", () => near.destroy()).on("error", () => near.destroy());
});
let target = "";

process.on("message", (command) => {
  // The cast is safe, since the parent sends only commands.
  target = (command as RelayCommand).socketFile;
  server.listen(0, "127.0.0.1", () => {
    const report: RelayReport = { port: (server.address() as AddressInfo).port };
    process.send?.({ report });
  });
});
process.on("disconnect", () => process.exit(0));
