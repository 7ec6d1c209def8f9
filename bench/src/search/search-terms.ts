import pg from "pg";
import { quietPerson } from "../../../server/src/testing/growth/growth-size.ts";
import { frequentWords } from "../../../server/src/testing/growth/words.ts";
import type { Side } from "../growth-side.ts";

export interface SearchTerm {
  readonly title: string;
  readonly texts: readonly string[];
  /** Makes PostgreSQL's full-text search match prefixes. */
  readonly isBeginning?: true;
  /** True if searched only inside the room of a million messages. */
  readonly isInLongRoom?: true;
}

const textsOfKind = 10;
/** Frequent words from this rank on. They are not prefixes of others and have no diacritics, which PostgreSQL would not fold. */
function wordsFrom(rank: number): readonly string[] {
  const words = frequentWords();
  return words
    .slice(rank - 1)
    .filter((word) => /^[a-z]{3,}$/u.test(word) && words.every((other) => other === word || !other.startsWith(word)))
    .slice(0, textsOfKind);
}

const pairs = (left: readonly string[], right: readonly string[]): readonly string[] =>
  left.map((word, index) => `${word} ${right[index] ?? ""}`);

/** The searched terms. Codes and plates come from rooms that both people are in. */
export async function searchTerms(side: Side): Promise<readonly SearchTerm[]> {
  const { codes, plates } = await readOffers(side);
  const everywhere = ["pentru"];
  const nowhere = ["xqwylzzk", "qqwwxx", "998877665544", "zzkyxw pentru", "yqxzzw", "wqyxkz", "0099887766", "kzwqxy"];
  const rare = wordsFrom(25_000);
  return [
    { title: "word in nearly everything", texts: everywhere },
    { title: "frequent word", texts: wordsFrom(30) },
    { title: "middling word", texts: wordsFrom(1000) },
    { title: "rare word", texts: rare },
    {
      title: "beginning of many words",
      texts: ["str", "pla", "cro", "dra", "bri", "sca", "tre", "flo"],
      isBeginning: true,
    },
    { title: "beginning of a name", texts: ["pope", "iones", "moldo", "craci", "nedel", "stanes"], isBeginning: true },
    { title: "two words", texts: pairs(wordsFrom(20), wordsFrom(300)) },
    { title: "phrase", texts: pairs(wordsFrom(5), wordsFrom(12)).map((words) => `"${words}"`) },
    { title: "whole code", texts: codes },
    { title: "code from the middle", texts: codes.map((code) => code.split(" ").slice(1, 3).join("")) },
    { title: "group of many codes", texts: ["1K0", "5Q0", "8E0", "06A", "03L"] },
    { title: "plate", texts: plates.map((plate) => plate.replaceAll(" ", "")) },
    { title: "in nothing", texts: nowhere },
    { title: "in the long room: word in nearly everything", texts: everywhere, isInLongRoom: true },
    { title: "in the long room: rare word", texts: rare, isInLongRoom: true },
    { title: "in the long room: in nothing", texts: nowhere, isInLongRoom: true },
  ];
}

async function readOffers({ database }: Side): Promise<{ codes: readonly string[]; plates: readonly string[] }> {
  const client = new pg.Client(database.address);
  await client.connect();
  const { rows } = await client.query<{ code: string; plate: string }>(
    `select min(code) as code, plate from offer_lines line join offers on offers.id = line.offer_id
       join rooms on rooms.offer_id = offers.id join memberships on room_id = rooms.id
       join participants on participants.id = participant_id
     where username = $1 group by offers.id order by offers.id limit $2`,
    [quietPerson.username, textsOfKind],
  );
  await client.end();
  return { codes: rows.map(({ code }) => code), plates: rows.map(({ plate }) => plate) };
}
