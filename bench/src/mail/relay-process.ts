import { EventEmitter, once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { RelayCommand, RelayReport } from "./relay-messages.ts";

// A mail relay in its own process, which takes a moment to accept an e-mail, as relays do.

const acceptsAfterMs = 250;
const giveUpMs = 120_000;
const arrivals = new EventEmitter();
let mails = 0;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, _session, done) {
    arrivals.emit("mail");
    stream.resume().once("end", () => {
      setTimeout(() => {
        mails += 1;
        done();
      }, acceptsAfterMs);
    });
  },
});

function report(): RelayReport {
  // The cast is safe, since the address of a listening TCP server has this type.
  return { port: (server.server.address() as AddressInfo).port, mails };
}

async function obey({ kind }: RelayCommand): Promise<RelayReport> {
  if (kind === "open") await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  if (kind === "next") await once(arrivals, "mail", { signal: AbortSignal.timeout(giveUpMs) });
  const counted = report();
  if (kind === "count") mails = 0;
  return counted;
}

process.on("message", (message) => {
  // The cast is safe, since the parent sends only commands.
  void obey(message as RelayCommand).then((answer) => process.send?.({ report: answer }));
});
process.on("disconnect", () => process.exit(0));
