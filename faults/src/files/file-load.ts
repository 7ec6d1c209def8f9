import { join } from "node:path";
import { until } from "../clock.ts";
import type { HistoryRun, Stage } from "../history-run.ts";
import type { ReportNotes } from "../run.ts";
import { recordDownloads } from "./read-files.ts";
import { sendFile } from "./send-file.ts";
import { chooseFile } from "./sent-file.ts";
import { type ListObjects, listFolder, recordStorage } from "./storage-census.ts";

const [texters, filers] = [4, 4];
const people = texters + filers;

/** How many files a run needs to prove anything. On a slow machine it continues for up to a minute to send them. */
export const enoughFiles = 10;
const extraMs = 60_000;

export interface FileLoad {
  /** How long the load lasts; null means as long as the trouble. */
  readonly seconds: number | null;
  /** The share of files whose first tries are cut at a random byte, from 0 to 1. */
  readonly cutShare: number;
  readonly trouble?: (stage: Stage) => Promise<ReportNotes>;
  /** The location of the objects, if it is not the product's own folder. */
  readonly storageOf?: (stage: Stage) => { readonly workFolder: string; readonly list: ListObjects };
}

/** Sends texts and files in four rooms, then downloads every file and compares the stored objects with their rows. */
export function fileLoad({ seconds, cutShare, trouble, storageOf = ownFolder }: FileLoad): Omit<HistoryRun, "name"> {
  return {
    size: { rooms: 4, people, membersOf: (room) => [0, 1, 2, 3].map((step) => (room + step * 2) % people) },
    perSecond: 10,
    seconds,
    publishers: texters,
    wanderingsPerMessage: 0,
    async nemesis(stage) {
      let end = seconds === null ? Number.POSITIVE_INFINITY : stage.recorder.now() + seconds * 1000;
      let taken = 0;
      const isOver = (): boolean => stage.recorder.now() > end + (taken < enoughFiles ? extraMs : 0);
      const meet = async (): Promise<ReportNotes | undefined> => {
        const notes = await trouble?.(stage);
        if (seconds === null) end = 0;
        return notes;
      };
      const onTaken = (): void => void (taken += 1);
      const [notes, ...tallies] = await Promise.all([
        meet(),
        ...stage.clients.slice(texters).map((client) => sendFiles(stage, client, { isOver, onTaken, cutShare })),
      ]);
      const all: Record<string, number> = {};
      for (const tally of tallies)
        for (const [word, count] of Object.entries(tally)) all[word] = (all[word] ?? 0) + count;
      const counted = Object.entries(all).map(([word, count]) => [`files answered ${word}`, count]);
      return { ...notes, ...Object.fromEntries(counted) };
    },
    async afterwards(stage) {
      await recordStorage(stage.product, stage.recorder, storageOf(stage));
      const { clients, world } = stage;
      await until(() => clients.every(({ link }) => link.isWhole()), 30_000, "everybody to be back");
      await Promise.all(clients.map((client) => client.quiesce()));
      let files = 0;
      for (const { id } of world.rooms) {
        const reader = clients.find(({ state }) => state.rooms.some((room) => room.id === id));
        if (reader !== undefined) files += await recordDownloads(reader.state, id);
      }
      return { "files downloaded": files };
    },
  };
}

const ownFolder = ({ product }: Stage): ReturnType<NonNullable<FileLoad["storageOf"]>> => {
  const folder = join(product.dataDir, "files");
  return { workFolder: join(folder, "work"), list: listFolder(folder) };
};

async function sendFiles(
  { random }: Stage,
  { state, proc }: Stage["clients"][number],
  {
    isOver,
    onTaken,
    cutShare,
  }: { readonly isOver: () => boolean; readonly onTaken: () => void; readonly cutShare: number },
): Promise<Record<string, number>> {
  const dice = random.fork(`files of ${proc}`);
  const tally: Record<string, number> = {};
  while (!isOver()) {
    const cuts = dice.next() < cutShare ? 1 + dice.below(3) : 0;
    const way = dice.next() < 0.5 ? "form" : "tus";
    const answer = await sendFile(state, { room: dice.pick(state.rooms), file: chooseFile(dice), way, cuts });
    const word = answer.kind === "answer" ? String(answer.status) : "not at all";
    tally[word] = (tally[word] ?? 0) + 1;
    if (word === "201") onTaken();
  }
  return tally;
}
