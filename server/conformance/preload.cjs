"use strict";
// `node --require` loads this file into the unmodified suites, to redirect their fixed hosts and ports. CONFORMANCE_PORTS is `{"plain": n,
// "tls": n, "local": {"3000": n, ...}}`: connections to Pusher's hosts go to `plain` or `tls`, and `local` maps each fixed local port to a free one.
const net = require("node:net");

const ports = JSON.parse(process.env.CONFORMANCE_PORTS);
const { connect } = net.Socket.prototype;
const { listen } = net.Server.prototype;

function redirect(options) {
  const port = Number(options.port);
  if (typeof options.host === "string" && options.host.endsWith(".pusher.com")) {
    return { ...options, host: "127.0.0.1", port: port === 443 ? ports.tls : ports.plain };
  }
  const local = ports.local[port];
  return local === undefined ? options : { ...options, host: "127.0.0.1", port: local };
}

net.Socket.prototype.connect = function connectRedirected(...args) {
  // Node itself passes one array with the options and the callback; the arguments of all other callers must be normalized first.
  const normalized = Array.isArray(args[0]) ? args[0] : net._normalizeArgs(args);
  normalized[0] = redirect(normalized[0]);
  return connect.call(this, normalized);
};

net.Server.prototype.listen = function listenRedirected(port, ...rest) {
  const local = typeof port === "object" ? undefined : ports.local[Number(port)];
  if (local === undefined) return listen.call(this, port, ...rest);
  return listen.call(this, local, "127.0.0.1", ...rest.filter((argument) => typeof argument === "function"));
};
