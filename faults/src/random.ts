/** Random choices from a seed: the same seed makes the same choices. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, `below`. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
  /** The time to the next arrival of a Poisson process, ms. */
  arrivalMs(perSecond: number): number;
  /** An independent generator, so that draws from one stream do not shift another's. */
  fork(name: string): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick(from) {
      const chosen = from[below(from.length)];
      if (chosen === undefined) throw new Error("there is nothing to pick from");
      return chosen;
    },
    arrivalMs: (perSecond) => (-Math.log(1 - next()) * 1000) / perSecond,
    fork: (name) => createRandom(hash(`${seed}:${name}`)),
  };
}

/** The FNV-1a hash of a text. */
function hash(text: string): number {
  let value = 0x81_1c_9d_c5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  return value >>> 0;
}
