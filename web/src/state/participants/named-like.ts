import type { Participant } from "../entities.ts";

export function named<Person extends Participant>(people: readonly Person[], wanted: string): readonly Person[] {
  const words = folded(wanted).split(/\s+/).filter(Boolean);
  if (words.length === 0) return people;
  return people.filter(({ name }) => {
    const text = folded(name);
    return words.every((word) => text.includes(word));
  });
}

const folded = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase("ro");
