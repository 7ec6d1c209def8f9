import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Requests of one connection that may be under way at once. Browsers send one after the other. */
const underWayMax = 5;

/** SEC-4: nobody piles requests up on a connection. Comes before whatever may refuse: each end is counted, so each beginning must be. */
export function boundConnections(app: FastifyInstance): void {
  const underWay = new WeakMap<Socket, number>();
  app.addHook("onRequest", (request, _reply, next) => {
    const { socket } = request.raw;
    const count = (underWay.get(socket) ?? 0) + 1;
    underWay.set(socket, count);
    if (count <= underWayMax) next();
    else socket.destroy();
  });
  app.addHook("onResponse", (request, _reply, next) => {
    const { socket } = request.raw;
    underWay.set(socket, (underWay.get(socket) ?? 1) - 1);
    next();
  });
}
