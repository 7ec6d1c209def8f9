import { spawnSync } from "node:child_process";
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { onTestFinished, type TestContext } from "vitest";
import { freePort } from "./redis.ts";
import { until } from "./server-process.ts";
import { spawnWithUs } from "./spawn-with-us.ts";

const program = "/usr/sbin/dovecot";
const version = spawnSync(program, ["--version"], { encoding: "utf8" }).stdout ?? "";

export interface ImapServer {
  readonly url: string;
  /** Puts an e-mail into the mailbox, as a mail server delivers it. */
  deliver(raw: string): void;
  /** Number of e-mails in the mailbox that are marked as seen. */
  seen(): number;
  stop(): Promise<void>;
  startAgain(): Promise<void>;
}

/** Starts a Dovecot of its own on loopback, with one mailbox; skips the test if Dovecot 2.3 is not installed. */
export async function startImapServer(context: TestContext): Promise<ImapServer> {
  if (!version.startsWith("2.3"))
    context.skip("no Dovecot 2.3 on this machine: install Debian's package dovecot-imapd");
  const folder = mkdtempSync(join(tmpdir(), "dovecot-"));
  const port = await freePort();
  const { username, uid } = userInfo();
  // Dovecot reads no mailbox as root.
  const owner = uid === 0 ? { user: "dovenull", ids: idsOf("dovenull") } : { user: username, ids: null };
  const mailbox = join(folder, "mail");
  for (const name of [mailbox, ...["cur", "new", "tmp"].map((each) => join(mailbox, each))]) {
    mkdirSync(name);
    if (owner.ids !== null) chownSync(name, ...owner.ids);
  }
  spawnSync("chmod", ["755", folder]);
  const config = join(folder, "dovecot.conf");
  writeFileSync(config, configOf({ folder, port, user: owner.user, isRoot: uid === 0 }));
  let running = await launch(config, port);
  onTestFinished(async () => {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  let count = 0;
  return {
    url: `imap://ana%40cutie:parola%2Fgrea@127.0.0.1:${port}/INBOX`,
    deliver(raw) {
      count += 1;
      const name = `${1_700_000_000 + count}.M${count}.test`;
      const written = join(mailbox, "tmp", name);
      writeFileSync(written, raw);
      if (owner.ids !== null) chownSync(written, ...owner.ids);
      renameSync(written, join(mailbox, "new", name));
    },
    seen: () => readdirSync(join(mailbox, "cur")).filter((name) => /:2,[A-Za-z]*S/u.test(name)).length,
    stop: () => running.stop(),
    async startAgain() {
      running = await launch(config, port);
    },
  };
}

interface Instance {
  readonly folder: string;
  readonly port: number;
  readonly user: string;
  readonly isRoot: boolean;
}

const configOf = ({ folder, port, user, isRoot }: Instance): string => `
base_dir = ${folder}/run
state_dir = ${folder}/state
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
log_path = /dev/stderr
mail_location = maildir:${folder}/mail
first_valid_uid = 1
default_internal_user = ${isRoot ? "dovecot" : user}
default_internal_group = ${isRoot ? "dovecot" : groupOf(user)}
default_login_user = ${isRoot ? "dovenull" : user}
passdb {
  driver = static
  args = password=parola/grea
}
userdb {
  driver = static
  args = uid=${user} gid=${groupOf(user)} home=${folder}
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;

const groupOf = (user: string): string => spawnSync("id", ["-gn", user], { encoding: "utf8" }).stdout.trim();

const idsOf = (user: string): [number, number] => [
  Number(spawnSync("id", ["-u", user], { encoding: "utf8" }).stdout),
  Number(spawnSync("id", ["-g", user], { encoding: "utf8" }).stdout),
];

async function launch(config: string, port: number): Promise<{ stop(): Promise<void> }> {
  const child = spawnWithUs(program, ["-F", "-c", config]);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await until(
    () =>
      new Promise<true | undefined>((resolve) => {
        const socket = connect(port, "127.0.0.1");
        socket
          .once("error", () => resolve(undefined))
          .once("data", () => {
            socket.destroy();
            resolve(true);
          });
      }),
  );
  return {
    async stop() {
      // Asked to end, Dovecot waits half a minute for its connections.
      const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").split(" ");
      child.kill("SIGKILL");
      for (const pid of children.filter((each) => each !== "")) process.kill(Number(pid), "SIGKILL");
      await ended;
    },
  };
}
