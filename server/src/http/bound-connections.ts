import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { HoldRefused } from "./hold-refused.ts";

/** Requests of one connection that may be under way at once. Browsers send one after the other. */
const underWayMax = 5;

/** SEC-4: nobody piles requests up on a connection, and refusals are held for who keeps coming. Comes before the routes. */
export function boundConnections(app: FastifyInstance, hold: HoldRefused): void {
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
  app.addHook("onSend", (request, reply, _payload, next) => {
    if (reply.statusCode === 429 || reply.statusCode === 401) hold(request, next);
    else next();
  });
}
