import { IncomingMessage } from "node:http";

/** HTTP-1e: pieces that any body may come in, and bytes for each further one; what a network cuts into pieces has some hundred bytes in each. */
const [piecesMax, bytesPerPiece] = [2000, 256];

/** Emitted once by a request whose body comes in too many pieces; no more of it is read. */
export const tooManyPieces = "tooManyPieces";

/** A request that counts the pieces of its body: reading one costs the process the same, whether it has a byte or a packet's bytes. */
export class CountedRequest extends IncomingMessage {
  #pieces = 0;
  #bytes = 0;
  #isRefused = false;

  override push(piece: unknown, encoding?: BufferEncoding): boolean {
    if (!(piece instanceof Uint8Array)) return super.push(piece, encoding);
    this.#pieces += 1;
    this.#bytes += piece.length;
    const isTooMany = this.#pieces > piecesMax + this.#bytes / bytesPerPiece;
    if (!isTooMany && !this.#isRefused) return super.push(piece, encoding);
    if (!this.#isRefused) this.emit(tooManyPieces);
    this.#isRefused = true;
    return false;
  }
}
