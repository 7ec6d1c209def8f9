import { IncomingMessage } from "node:http";

/** HTTP-1e: chunks that any body may have, and bytes per additional chunk; chunks usually have hundreds of bytes. */
const [piecesMax, bytesPerPiece] = [2000, 256];

/** Event emitted once if a body comes in too many chunks; the remaining chunks are not read. */
export const tooManyPieces = "tooManyPieces";

/** Counts the chunks of its body, since reading a chunk costs the same whether it holds a byte or a packet. */
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
