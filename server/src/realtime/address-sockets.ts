/** How many sockets an address has open in the other processes, and how those hear of this one. */
export interface OtherProcesses {
  elsewhere(address: string): number;
  announce(address: string, sockets: number): void;
}

/** Open websockets by address (SEC-2). */
export class AddressSockets {
  readonly #open = new Map<string, number>();
  readonly #max: number;
  readonly #others: OtherProcesses;

  constructor(max: number, others: OtherProcesses) {
    this.#max = max;
    this.#others = others;
  }

  /** True when the address may open no more. */
  isFull(address: string): boolean {
    return (this.#open.get(address) ?? 0) + this.#others.elsewhere(address) >= this.#max;
  }

  opened(address: string): void {
    this.#change(address, 1);
  }

  closed(address: string): void {
    this.#change(address, -1);
  }

  /** Each address that has sockets here, with their number. */
  entries(): Iterable<readonly [address: string, sockets: number]> {
    return this.#open;
  }

  #change(address: string, by: number): void {
    const sockets = (this.#open.get(address) ?? 0) + by;
    if (sockets > 0) this.#open.set(address, sockets);
    else this.#open.delete(address);
    this.#others.announce(address, sockets);
  }
}
