import pg from "pg";
import type { BenchReport } from "./bench-report.ts";
import { ChildProgram } from "./durable-sends/child-program.ts";
import { manyRooms } from "./durable-sends/workload.ts";
import { type WorkloadRun, WorkloadStage } from "./durable-sends/workload-stage.ts";
import { mailGates } from "./mail/mail-gates.ts";
import type { RelayCommand, RelayReport } from "./mail/relay-messages.ts";
import { median } from "./median.ts";
import { publishOnce } from "./publish-once.ts";
import { type ReadersRoom, seedReaders } from "./seed-readers.ts";

const room: ReadersRoom = { offer: 99_001, people: 200, writer: 1 };

interface Round {
  readonly meanwhile: WorkloadRun;
  readonly without: WorkloadRun;
}

interface MailStage {
  readonly stage: WorkloadStage;
  readonly relay: ChildProgram<RelayCommand, RelayReport>;
  readonly client: pg.Client;
  readonly roomId: number;
}

/** PERF-22: sends as fast as possible while 200 e-mails go out, and without. */
export async function benchMail(isQuick: boolean): Promise<BenchReport> {
  const [rounds, seconds] = isQuick ? [1, 4] : [9, 8];
  const relay = new ChildProgram<RelayCommand, RelayReport>(new URL("./mail/relay-process.ts", import.meta.url).href);
  const { port } = await relay.ask({ kind: "open" });
  const stage = await WorkloadStage.open(manyRooms, undefined, {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "chat@piese.example",
    MAIL_DELAY_MINUTES: "0",
  });
  const client = new pg.Client(stage.database.address);
  try {
    await client.connect();
    const roomId = await seedReaders(client, room);
    await client.query(
      `insert into mail_addresses (participant_id, address)
       select participant_id, 'reader' || participant_id || '@example.ro' from memberships where room_id = $1 and participant_id <> $2`,
      [roomId, room.writer],
    );
    const measured: Round[] = [];
    for (let round = 0; round <= rounds; round += 1)
      measured.push(await measure({ stage, relay, client, roomId }, seconds, round % 2 === 0));
    return report(measured.slice(1));
  } finally {
    await client.end();
    await stage.close();
    relay.stop();
  }
}

async function measure(parts: MailStage, seconds: number, isMailedFirst: boolean): Promise<Round> {
  const send = () => parts.stage.run(parts.stage.plan.senders, { kind: "closed", seconds });
  const mailed = async () => ({ meanwhile: await duringMails(parts, send) });
  const alone = async () => ({ without: await send() });
  const round = isMailedFirst
    ? { ...(await mailed()), ...(await alone()) }
    : { ...(await alone()), ...(await mailed()) };
  console.log(
    `${perSecond(round.meanwhile).toFixed(0)} messages a second while e-mails go out, ` +
      `${perSecond(round.without).toFixed(0)} without: ${ratioOf(round).toFixed(2)}`,
  );
  return round;
}

async function duringMails(
  { stage, relay, client, roomId }: MailStage,
  send: () => Promise<WorkloadRun>,
): Promise<WorkloadRun> {
  // Forgets the last round's e-mails, after which the next ones would wait for hours.
  await client.query("delete from mail_jobs where room_id = $1", [roomId]);
  await publishOnce(stage.port, roomId, room.writer);
  await relay.ask({ kind: "next" });
  const run = await send();
  const { mails } = await relay.ask({ kind: "count" });
  if (mails === 0 || mails >= room.people) throw new Error(`${mails} of ${room.people} e-mails went out meanwhile`);
  await readAll(client, roomId);
  return run;
}

/** Reads the room as everybody, and waits until no e-mail about it is under way. */
async function readAll(client: pg.Client, roomId: number): Promise<void> {
  await client.query(
    "update memberships m set read_ordinal = messages_total from rooms r where r.id = m.room_id and r.id = $1",
    [roomId],
  );
  const waiting = "select from mail_jobs where room_id = $1 and next_at is not null limit 1";
  while ((await client.query(waiting, [roomId])).rowCount !== 0)
    await new Promise((resolve) => setTimeout(resolve, 200));
}

const perSecond = ({ sent }: WorkloadRun): number => sent.stored / sent.seconds;
const microseconds = ({ serverSeconds, databaseSeconds, sent }: WorkloadRun): number =>
  ((serverSeconds + databaseSeconds) * 1e6) / sent.stored;
const ratioOf = ({ meanwhile, without }: Round): number => perSecond(meanwhile) / perSecond(without);

function report(rounds: readonly Round[]): BenchReport {
  const row = (title: string, of: (round: Round) => WorkloadRun): string => {
    const medianOf = (figure: (run: WorkloadRun) => number): number => median(rounds.map((round) => figure(of(round))));
    return `| ${title} | ${medianOf(perSecond).toFixed(0)} | ${medianOf(({ sent }) => sent.p99Ms).toFixed(1)} | ${medianOf(microseconds).toFixed(0)} |`;
  };
  return {
    name: "mail",
    gates: mailGates(rounds.map(ratioOf)),
    lines: [
      `| ${manyRooms.senders} senders in ${manyRooms.title} | messages a second | p99 ms | CPU us per message |`,
      "| --- | ---: | ---: | ---: |",
      row(`while ${room.people} e-mails go out`, ({ meanwhile }) => meanwhile),
      row("without", ({ without }) => without),
    ],
    figures: { rounds, ratios: rounds.map(ratioOf) },
  };
}
